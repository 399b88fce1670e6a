import type { ToolRun, ToolRunDetail, ToolRunResult, ToolRunStatus } from "@tocsin/sdk";
import { cleanLine, cleanText } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { clock } from "../text/time.ts";
import { truncate } from "../text/truncate.ts";
import { wrap } from "../text/wrap.ts";
import { bulletSection, type Fact, factList, heading, keyValueText, optionalFact } from "./fact-list.ts";
import type { Layout } from "./layout.ts";
import { ageColumn, column, fieldColumn, listingOf, styledColumn } from "./listing.ts";

const statusStyle: Readonly<Record<ToolRunStatus, Style>> = { running: "magenta", success: "green", failed: "red" };

export const probeListing = listingOf<ToolRun>([
  styledColumn("STATUS", "status", statusStyle),
  fieldColumn("TOOL", "toolType", { minWidth: 8 }),
  column("SUMMARY", "summary", ({ summary, error }) => error ?? summary, { minWidth: 10, dropPriority: 16 }),
  column("PATTERNS", "keyPatterns", ({ keyPatterns }) => keyPatterns.join("; "), { wide: true }),
  ageColumn("AGE", "startedAt"),
]);

/** The findings of a probe, or its error. */
export function probeResult({ toolRunId, status, summary, keyPatterns }: ToolRunResult, layout: Layout): string {
  const { paint, width } = layout;
  return [
    `${paint([statusStyle[status], "bold"], cleanLine(status))} ${cleanLine(toolRunId)}`,
    wrap(cleanText(summary), width),
    ...bulletSection("Findings", keyPatterns.map(cleanLine), layout),
  ].join("\n\n");
}

/** A probe on a page, with the start of its output. */
export function probeDetails(run: ToolRunDetail, layout: Layout): string {
  const { paint, width } = layout;
  const { type: _type, ...parameters } = run.parameters;
  const facts: Fact[] = [
    ["id", cleanLine(run.id)],
    ["status", paint(statusStyle[run.status], cleanLine(run.status))],
    ...optionalFact("error", run.error),
    ...optionalFact("parameters", keyValueText(parameters)),
    ["began", clock(run.startedAt)],
    ["ended", run.completedAt === null ? "not yet" : clock(run.completedAt)],
    ["output", run.hasRawOutput ? "kept" : "not stored"],
  ];
  const preview = previewLines(run.rawOutputPreview ?? "", width);
  return [
    heading(run.toolType, layout),
    factList(facts, layout),
    ...(run.summary && run.summary !== run.error ? [wrap(cleanText(run.summary), width)] : []),
    ...bulletSection("Findings", run.keyPatterns.map(cleanLine), layout),
    ...(preview === "" ? [] : [`${paint("bold", "Start of the output")}\n${preview}`]),
  ].join("\n\n");
}

/** Lines may be in columns, so long ones are cut and not wrapped. */
const previewLines = (text: string, width: number): string =>
  cleanText(text)
    .trimEnd()
    .split("\n")
    .map((line) => truncate(line.replaceAll("\t", "  "), width))
    .join("\n");
