import type { Readable } from "node:stream";
import { ApplicationError } from "../kernel/errors.ts";
import type { Scope } from "../model/scope.ts";
import type { ToolRunStore } from "./tool-runs.ts";

export interface StoredOutput {
  readonly bytes: number;
  readonly content: Readable;
}

/** Outputs of tools, each named by the SHA-256 of its content, 64 hexadecimal digits. */
export interface OutputFiles {
  /** Durable once it answers the name. The same content is kept once. */
  keep(text: string): Promise<string>;
  /** Undefined where this process has none of that name. */
  open(ref: string): Promise<StoredOutput | undefined>;
  /**
   * Removes what nobody names and is older than `before`, in one of {@link OUTPUT_FOLDERS} folders. What is kept anew
   * meanwhile stays. Answers how many were removed.
   */
  sweep(
    folder: number,
    before: number,
    named: (refs: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<number>;
}

export const OUTPUT_FOLDERS = 256;

/** Nothing else becomes a part of a path. */
export const isOutputRef = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The stored output of a run. Throws `output_not_found` where there is none, or none any more. */
export async function openOutput(
  deps: { readonly runs: Pick<ToolRunStore, "get">; readonly outputs: Pick<OutputFiles, "open"> },
  scope: Scope,
  incidentId: string,
  runId: string,
): Promise<StoredOutput> {
  const { outputRef } = await deps.runs.get(scope, incidentId, runId);
  if (outputRef === null) throw missing("The run has no output, or its output has expired.");
  const output = await deps.outputs.open(outputRef);
  if (!output) throw missing("The output is lost, or another process of the daemon stores it.");
  return output;
}

const missing = (message: string): ApplicationError => new ApplicationError("output_not_found", message);
