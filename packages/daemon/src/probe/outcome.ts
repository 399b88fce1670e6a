import { toSingleLine } from "../kernel/single-line.ts";
import { truncate } from "../kernel/truncate.ts";
import type { ToolRun, ToolType } from "../model/diagnostic-tool.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { cleanOutput, firstBytes, truncateOutput } from "./clean-output.ts";
import { keyPatterns, lastLines, soundsLikeTrouble } from "./key-patterns.ts";
import { ERROR_CHARACTERS_MAX, FINDINGS_MAX, PREVIEW_BYTES_MAX, SUMMARY_CHARACTERS_MAX } from "./probe-limits.ts";
import type { ProbeOutput } from "./prober.ts";

/** What came of a run, as it may be stored. */
export interface Outcome extends Pick<ToolRun, "status" | "summary" | "keyPatterns" | "truncated" | "error"> {
  /** Null where it failed. */
  readonly text: string | null;
  /** How the text begins. */
  readonly preview: string | null;
}

/** Of what a prober says, so much is looked at. */
const SAID_CHARACTERS_MAX = 10_000;

/** On one line, cleaned and cut. */
const sentence = (text: string, charactersMax: number): string =>
  toSingleLine(cleanOutput(text.slice(0, SAID_CHARACTERS_MAX)), charactersMax);

export function succeeded(type: ToolType, output: ProbeOutput, bytesMax: number): Outcome {
  const { text, cut } = truncateOutput(type, cleanOutput(output.text), bytesMax);
  const lines = lastLines(text);
  const findings = output.findings.slice(0, FINDINGS_MAX).map((finding) => sentence(finding, SUMMARY_CHARACTERS_MAX));
  const truncated = output.truncated || cut;
  const parts = [...(findings.length > 0 ? findings : [counted(lines)]), ...(truncated ? ["The output was cut."] : [])];
  return {
    status: "success",
    summary: truncate(parts.join(" "), SUMMARY_CHARACTERS_MAX),
    keyPatterns: keyPatterns(type, lines),
    truncated,
    error: null,
    text,
    preview: firstBytes(text, PREVIEW_BYTES_MAX).text,
  };
}

function counted(lines: readonly string[]): string {
  const troubled = lines.filter(soundsLikeTrouble).length;
  if (lines.length === 0) return "There is no output.";
  return `${lines.length} ${lines.length === 1 ? "line" : "lines"}, ${troubled} of which ${troubled === 1 ? "sounds" : "sound"} like trouble.`;
}

export function failed(reason: string): Outcome {
  const error = sentence(reason, ERROR_CHARACTERS_MAX) || "It failed and doesn't say why.";
  return { status: "failed", summary: error, keyPatterns: [], truncated: false, error, text: null, preview: null };
}

/** Why it isn't allowed, in words that may be shown. */
export const refusal = (reason: string): string => sentence(reason, ERROR_CHARACTERS_MAX) || "That is not allowed.";

/** How the timeline tells of a run that is over (contract 4.3, rule 3). */
export function timelineEntry(run: ToolRun): TimelineEntry {
  const success = run.status === "success";
  return {
    type: success ? "diagnosis_completed" : "diagnosis_failed",
    actor: run.startedBy,
    title: `Diagnostic tool ${run.tool.type} ${success ? "ran" : "failed"}`,
    detail: run.summary,
    metadata: {
      eventKind: success ? "diagnostic_tool_run" : "diagnostic_tool_failed",
      toolRunId: run.id,
      toolType: run.tool.type,
      provider: run.provider,
    },
  };
}
