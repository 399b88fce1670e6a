import type { Readable } from "node:stream";
import { ApplicationError } from "../kernel/errors.ts";
import type { Scope } from "../model/scope.ts";
import type { ToolRunStore } from "./tool-runs.ts";

export interface StoredOutput {
  readonly bytes: number;
  readonly content: Readable;
}

/** Tool outputs, each named by the SHA-256 of its content in hexadecimal. */
export interface OutputFiles {
  /** Durable once the name is returned. Equal contents are stored once. */
  keep(text: string): Promise<string>;
  /** Undefined if this process has no such output. */
  open(ref: string): Promise<StoredOutput | undefined>;
  /**
   * Deletes unreferenced outputs older than `before` in one of {@link OUTPUT_FOLDERS} folders; returns their number.
   */
  sweep(
    folder: number,
    before: number,
    named: (refs: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<number>;
}

export const OUTPUT_FOLDERS = 256;

/** Throws `output_not_found`, also for an expired output. */
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
