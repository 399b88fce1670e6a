import type { Incident, TimelineEvent } from "@tocsin/sdk";
import { cleanLine, cleanText } from "./clean.ts";
import { type Sheet as DiagnosisSheet, diagnosisText } from "./diagnosis.ts";
import { severityStyle, statusStyle } from "./incident.ts";
import { age, clock } from "./time.ts";
import { hanging, wrap } from "./wrap.ts";

interface Sheet extends DiagnosisSheet {
  readonly now: number;
}

/** Cells before the values of the facts and each part of an entry of the timeline. */
const FACT_INDENT = 13;
const TIMELINE_INDENT = 2;
const DETAIL_INDENT = 4;

/** An incident on a page: what it is, what is known, what happened. What was said once isn't said again. */
export function incidentDetails(incident: Incident, timeline: readonly TimelineEvent[], sheet: Sheet): string {
  const { paint, width } = sheet;
  const title = cleanLine(incident.title);
  const description = cleanText(incident.description);
  const said = [title, cleanLine(description)];
  const parts = [
    paint("bold", wrap(title, width)),
    facts(incident, sheet),
    cleanLine(description) === title ? "" : wrap(description, width),
    incident.diagnosis ? diagnosisText(incident.diagnosis, sheet) : "",
    timeline.length > 0
      ? [paint("bold", "Timeline"), ...timeline.map((entry) => timelineLine(entry, said, sheet))].join("\n")
      : "",
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function facts(incident: Incident, { width, now, paint }: Sheet): string {
  const at = (time: string) => `${clock(time)} (${age(time, now)} ago)`;
  const rows: [string, string][] = [
    ["id", cleanLine(incident.id)],
    ["severity", paint(severityStyle[incident.severity], cleanLine(incident.severity))],
    ["status", paint(statusStyle[incident.status], cleanLine(incident.status))],
    ["services", cleanLine(incident.affectedServices.join(", ")) || "-"],
    ["environment", cleanLine(incident.environment)],
    ["signal", cleanLine(incident.signalType)],
    ["assignee", cleanLine(incident.assigneeId ?? "nobody")],
    ["created", at(incident.createdAt)],
    [
      "last seen",
      `${at(incident.lastSeenAt)}${incident.duplicateCount > 0 ? `, seen ${incident.duplicateCount + 1} times` : ""}`,
    ],
    ...(incident.resolvedAt ? [["resolved", at(incident.resolvedAt)] as [string, string]] : []),
    ...(incident.parentIncidentId ? [["merged into", cleanLine(incident.parentIncidentId)] as [string, string]] : []),
    ["diagnosis", cleanLine(incident.diagnosisStatus)],
  ];
  return rows
    .map(([name, value]) => `${paint("dim", name.padEnd(FACT_INDENT - 1))} ${hanging(value, width, FACT_INDENT)}`)
    .join("\n");
}

function timelineLine(
  { createdAt, actor, title, detail }: TimelineEvent,
  said: readonly string[],
  { width, paint }: Sheet,
): string {
  const time = clock(createdAt);
  const margin = " ".repeat(TIMELINE_INDENT);
  const head = `${shorten(cleanLine(title), said)} (${cleanLine(actor)})`;
  const more = said.includes(cleanLine(detail)) ? "" : cleanLine(detail);
  return [
    `${margin}${paint("dim", time)}${margin}${hanging(head, width, time.length + 2 * TIMELINE_INDENT)}`,
    ...(more ? [" ".repeat(DETAIL_INDENT) + hanging(more, width, DETAIL_INDENT)] : []),
  ].join("\n");
}

/** An entry such as `Incident opened: TITLE` without what stands above it. */
function shorten(title: string, said: readonly string[]): string {
  const again = said.find((text) => text !== "" && title.endsWith(`: ${text}`));
  return again === undefined ? title : title.slice(0, -`: ${again}`.length);
}
