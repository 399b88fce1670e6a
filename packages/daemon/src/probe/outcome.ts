import { MINUTE_MS } from "../kernel/clock.ts";
import { redact } from "../kernel/redact.ts";
import { toSingleLine } from "../kernel/single-line.ts";
import { truncate } from "../kernel/truncate.ts";
import { isLogTool, type ToolRun, type ToolType } from "../model/diagnostic-tool.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import { failurePattern, keyPatterns, lastLines, soundsLikeTrouble } from "./key-patterns.ts";
import { ERROR_CHARACTERS_MAX, FINDINGS_MAX, PREVIEW_BYTES_MAX, SUMMARY_CHARACTERS_MAX } from "./probe-limits.ts";
import type { ProbeOutput } from "./prober.ts";
import type { FinishedRun, ToolRunStore, ToolRunUpkeep } from "./tool-runs.ts";

/** Sequences that colour and move on a terminal: they begin with ESC or its one-character form. */
const TERMINAL_SEQUENCES = /(?:\u001b\[|\u009b)[\d;?]{0,40}[A-Za-z~]/g;
/** All but tab and line feed. */
const CONTROL_CHARACTERS = /[[\p{Cc}\p{Zl}\p{Zp}]--[\t\n]]/gv;

/**
 * What a tool brought back, as it may be kept and shown. Control characters go first, so that none can stand in the
 * middle of a secret and keep it from being seen; redacting takes out what is invisible.
 */
export const cleanOutput = (text: string): string =>
  redact(text.toWellFormed().replaceAll("\r\n", "\n").replace(TERMINAL_SEQUENCES, "").replace(CONTROL_CHARACTERS, ""));

interface Fitting {
  readonly text: string;
  readonly cut: boolean;
}

/** As much of a tool's text as so many bytes of UTF-8 hold: of logs the end, since the newest tells the most. */
export const truncateOutput = (type: ToolType, text: string, bytesMax: number): Fitting =>
  isLogTool(type) ? lastBytes(text, bytesMax) : firstBytes(text, bytesMax);

const isWithin = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** In whole characters. */
export function firstBytes(text: string, bytesMax: number): Fitting {
  if (Buffer.byteLength(text) <= bytesMax) return { text, cut: false };
  const bytes = Buffer.from(text);
  let end = bytesMax;
  while (end > 0 && isWithin(bytes[end])) end -= 1;
  return { text: bytes.toString("utf8", 0, end), cut: true };
}

/** In whole lines, but for a last line that alone is longer: of that, whole characters. */
function lastBytes(text: string, bytesMax: number): Fitting {
  if (Buffer.byteLength(text) <= bytesMax) return { text, cut: false };
  const bytes = Buffer.from(text);
  let start = bytes.length - bytesMax;
  while (isWithin(bytes[start])) start += 1;
  // A cut right behind a line's end has cut no line.
  const lineEnd = bytes.indexOf("\n", start - 1);
  if (lineEnd !== -1 && lineEnd < bytes.length - 1) start = lineEnd + 1;
  return { text: bytes.toString("utf8", start), cut: true };
}

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

/** A run that takes so much longer than it may has nobody who would end it. */
const ABANDONED_MS = MINUTE_MS;
const ABANDONED_AT_ONCE_MAX = 100;

export const toFinishedRun = (run: ToolRun, preview: string | null): FinishedRun => ({
  run,
  preview,
  failurePattern: run.error === null ? null : failurePattern(run.error),
  entry: timelineEntry(run),
});

/** Runs of a daemon that ended in the middle of them fail, in the name of who began them. */
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
