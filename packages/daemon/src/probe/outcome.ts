import { MINUTE_MS } from "../kernel/clock.ts";
import { redact } from "../kernel/redact.ts";
import { toSingleLine } from "../kernel/single-line.ts";
import { truncate } from "../kernel/truncate.ts";
import { isLogTool, type ToolRun, type ToolType } from "../model/diagnostic-tool.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { failurePattern, indicatesProblem, keyPatterns, lastLines } from "./key-patterns.ts";
import { ERROR_CHARACTERS_MAX, FINDINGS_MAX, PREVIEW_BYTES_MAX, SUMMARY_CHARACTERS_MAX } from "./probe-limits.ts";
import type { ProbeOutput } from "./prober.ts";
import type { FinishedRun, ToolRunStore, ToolRunUpkeep } from "./tool-runs.ts";

/** ANSI escape sequences, which begin with ESC or CSI. */
const TERMINAL_SEQUENCES = /(?:\u001b\[|\u009b)[\d;?]{0,40}[A-Za-z~]/g;
const CONTROL_CHARACTERS = /[[\p{Cc}\p{Zl}\p{Zp}]--[\t\n]]/gv;

/** Cleans and redacts tool output. Control characters are removed first, because they could split a secret. */
export const cleanOutput = (text: string): string =>
  redact(text.toWellFormed().replaceAll("\r\n", "\n").replace(TERMINAL_SEQUENCES, "").replace(CONTROL_CHARACTERS, ""));

interface Fitting {
  readonly text: string;
  readonly cut: boolean;
}

/** Cuts to UTF-8 bytes; logs keep their end, because the newest lines matter most. */
export const truncateOutput = (type: ToolType, text: string, bytesMax: number): Fitting =>
  isLogTool(type) ? lastBytes(text, bytesMax) : firstBytes(text, bytesMax);

const isWithin = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Cuts between characters. */
export function firstBytes(text: string, bytesMax: number): Fitting {
  if (Buffer.byteLength(text) <= bytesMax) return { text, cut: false };
  const bytes = Buffer.from(text);
  let end = bytesMax;
  while (end > 0 && isWithin(bytes[end])) end -= 1;
  return { text: bytes.toString("utf8", 0, end), cut: true };
}

/** Cuts between lines, or between characters within an overlong last line. */
function lastBytes(text: string, bytesMax: number): Fitting {
  if (Buffer.byteLength(text) <= bytesMax) return { text, cut: false };
  const bytes = Buffer.from(text);
  let start = bytes.length - bytesMax;
  while (isWithin(bytes[start])) start += 1;
  // The cut may lie exactly at a line end.
  const lineEnd = bytes.indexOf("\n", start - 1);
  if (lineEnd !== -1 && lineEnd < bytes.length - 1) start = lineEnd + 1;
  return { text: bytes.toString("utf8", start), cut: true };
}

export interface Outcome extends Pick<ToolRun, "status" | "summary" | "keyPatterns" | "truncated" | "error"> {
  readonly text: string | null;
  readonly preview: string | null;
}

/** Characters of a prober's sentence that are read. */
const SAID_CHARACTERS_MAX = 10_000;

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
  const troubled = lines.filter(indicatesProblem).length;
  if (lines.length === 0) return "There is no output.";
  return `${lines.length} ${lines.length === 1 ? "line" : "lines"}, ${troubled} of which ${troubled === 1 ? "sounds" : "sound"} like trouble.`;
}

export function failed(reason: string): Outcome {
  const error = sentence(reason, ERROR_CHARACTERS_MAX) || "It failed and doesn't say why.";
  return { status: "failed", summary: error, keyPatterns: [], truncated: false, error, text: null, preview: null };
}

/** The reason of a refusal, safe to show. */
export const refusal = (reason: string): string => sentence(reason, ERROR_CHARACTERS_MAX) || "That is not allowed.";

/** The timeline entry of a finished run. */
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

/** A run this long past its limit was abandoned by its process. */
const ABANDONED_MS = MINUTE_MS;
const ABANDONED_AT_ONCE_MAX = 100;

export const toFinishedRun = (run: ToolRun, preview: string | null): FinishedRun => ({
  run,
  preview,
  failurePattern: run.error === null ? null : failurePattern(run.error),
  entry: timelineEntry(run),
});

/** Fails the runs of a daemon that ended, on behalf of their starters. */
export async function failAbandoned(
  runs: Pick<ToolRunStore, "finish"> & Pick<ToolRunUpkeep, "unfinished">,
  timeLimitMs: number,
  now: number,
): Promise<void> {
  for (const run of await runs.unfinished(now - timeLimitMs - ABANDONED_MS, ABANDONED_AT_ONCE_MAX)) {
    const { text: _text, preview, ...outcome } = failed("The daemon ended before it was done.");
    const scope = { organizationId: run.organizationId, actor: run.startedBy, permissions: [] };
    await runs.finish(scope, toFinishedRun({ ...run, ...outcome, completedAt: now }, preview));
  }
}
