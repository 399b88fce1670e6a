import { toIso } from "../kernel/clock.ts";
import { formatDuration, formatPercent } from "../kernel/format-figures.ts";
import { markdownLine, markdownQuote } from "../kernel/markdown.ts";
import { truncate } from "../kernel/truncate.ts";
import type { Diagnosis } from "../model/diagnosis.ts";
import { type Incident, isOver, type Severity } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import { isSimulated, type TimelineEvent, type TimelineEventType } from "../model/timeline-event.ts";
import { appendTimeline } from "./append-timeline.ts";
import { requireIncident } from "./apply-change.ts";
import { type Milestones, milestonesOf } from "./milestones.ts";
import type { UnitsOfWork } from "./unit-of-work.ts";

/** The recorded facts of a draft. */
export interface PostmortemSource {
  readonly incident: Incident;
  /** Oldest first. A very long timeline is reduced to its beginning and end. */
  readonly timeline: readonly TimelineEvent[];
  /** Entries between the beginning and the end that the timeline goes without. */
  readonly entriesLeftOut: number;
  /** Incidents that were merged into this one, oldest first. */
  readonly children: readonly { readonly title: string; readonly severity: Severity; readonly createdAt: number }[];
  /** True where there are more of them. */
  readonly moreChildren: boolean;
  /** True where the timeline says that a draft was made. */
  readonly drafted: boolean;
}

export interface PostmortemReader {
  /** Throws `not_found`. */
  source(scope: Scope, incidentId: string): Promise<PostmortemSource>;
}

export interface PostmortemStore extends PostmortemReader {
  readonly units: UnitsOfWork;
}

/** Drafts it. The first draft is noted in the timeline; reading it again changes nothing. Throws `not_found`. */
export async function draftPostmortem(store: PostmortemStore, scope: Scope, id: string, now: number): Promise<string> {
  const source = await store.source(scope, id);
  if (!source.drafted) {
    const { actor } = scope;
    const detail = `For ${actor}.`;
    const entry = { type: "postmortem_drafted", actor, title: "Postmortem drafted", detail, metadata: {} } as const;
    await store.units.run(scope.organizationId, async (unit) => {
      const incident = await requireIncident(unit, id);
      if ((await unit.timeline.count(id, [entry.type])) === 0) await appendTimeline(unit, incident, [entry], now);
    });
  }
  return postmortemOf(source);
}

const CELL_CHARACTERS_MAX = 300;
const EVIDENCE_MAX = 50;
const TO_FILL_IN = "_To fill in._";

interface Known extends PostmortemSource {
  readonly diagnosis: Diagnosis | null;
  readonly milestones: Milestones;
}

/** The draft in Markdown: what is recorded, what is missing, and what people have to add. The same for the same source. */
export function postmortemOf(source: PostmortemSource): string {
  // That a draft was made is no part of what happened.
  const timeline = source.timeline.filter(({ type }) => type !== "postmortem_drafted");
  const { incident } = source;
  const diagnosis = incident.diagnosis;
  const known = { ...source, timeline, diagnosis, milestones: milestonesOf(incident, timeline) };
  const sections: readonly (readonly [heading: string, body: readonly string[]])[] = [
    ["Summary", summary(known)],
    ["Impact", impact(known)],
    ["Root cause", rootCause(known)],
    ["Chronology", chronology(known)],
    ["Response", response(known)],
    ["What this draft lacks", missing(known)],
    ["Lessons learned", lessons],
    ["Action items", actionItems],
  ];
  const head = [`# Postmortem: ${markdownLine(incident.title)}`, INTRODUCTION, facts(known)];
  const body = sections.flatMap(([heading, paragraphs]) => [`## ${heading}`, ...paragraphs]);
  return `${[...head, ...body].join("\n\n")}\n`;
}

const INTRODUCTION =
  "A draft of what is recorded about the incident. People complete it where it says _to fill in_. Times are in UTC.";

function facts({ incident, milestones }: Known): string {
  const { createdAt } = incident;
  const { acknowledgedAt, acknowledgedBy, recoveredAt, reopened } = milestones;
  const by = acknowledgedBy === null ? "" : `, by ${acknowledgedBy}`;
  return table(
    ["Fact", "Value"],
    [
      ["Incident", incident.id],
      ["Severity", incident.severity],
      ["Status", incident.status],
      ["Environment", incident.environment],
      ["Primary service", incident.primaryService ?? "none"],
      ["Affected services", incident.affectedServices.join(", ") || "none"],
      ["Opened", toIso(createdAt)],
      ["Acknowledged", acknowledgedAt === null ? "by nobody" : toIso(acknowledgedAt) + by],
      ["Time to acknowledge", durationOf(createdAt, acknowledgedAt)],
      ["Recovered", recoveredAt === null ? "not yet" : toIso(recoveredAt)],
      ["Time to recovery", durationOf(createdAt, recoveredAt)],
      ...(reopened === 0 ? [] : [["Came back", times(reopened)]]),
    ],
  );
}

/** A clock that was set back gives none below zero. */
const durationOf = (from: number, to: number | null): string =>
  to === null ? "unknown" : formatDuration(Math.max(0, to - from));

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

function summary({ incident, diagnosis }: Known): string[] {
  const text = diagnosis?.summary || incident.description;
  return [markdownQuote(text) || "Nothing was described.", TO_FILL_IN];
}

function impact({ incident, milestones, children, moreChildren, diagnosis }: Known): string[] {
  const { severity, duplicateCount, lastSeenAt, affectedServices } = incident;
  const raised = milestones.raised.map((each) => `${each.severity} at ${toIso(each.at)}`).join(", then ");
  const services = [...new Set([...affectedServices, ...(diagnosis?.impactedServices ?? [])])];
  const lines = [
    `Severity ${severity}${raised === "" ? "" : `; it rose to ${raised}`}.`,
    `Services: ${services.join(", ") || "none are named"}.`,
    `Duplicates, with those of merged incidents: ${duplicateCount}. Last seen at ${toIso(lastSeenAt)}.`,
  ];
  const merged = children.map((each) => [toIso(each.createdAt), each.severity, each.title]);
  return [
    bullets(lines),
    ...(merged.length === 0
      ? []
      : ["Incidents that were merged into it:", table(["Opened", "Severity", "Title"], merged)]),
    ...(moreChildren ? [`There are more than these ${children.length}.`] : []),
    "Customers, requests and money concerned: _to fill in._",
  ];
}

function rootCause({ incident, diagnosis }: Known): string[] {
  if (!diagnosis) return [`Not known: ${whyUndiagnosed[incident.diagnosisStatus]}`, TO_FILL_IN];
  const { rootCause: cause, confidenceScore, changeAtFault, hypotheses, evidence } = diagnosis;
  const found = cause === "" ? ["Not known: the evidence doesn't carry one."] : [markdownQuote(cause)];
  const change = {
    true: "A change explains it.",
    false: "No change explains it.",
    null: "Whether a change explains it isn't known.",
  };
  const weighed = hypotheses.map((each, index) => [
    String(index + 1),
    each.cause,
    formatPercent(each.confidence),
    each.evidence.join(", "),
    each.counterEvidence.join(", "),
  ]);
  const shown = evidence.slice(0, EVIDENCE_MAX).map(({ id, kind, at, summary: what }) => [id, kind, at, what]);
  return [
    ...found,
    `Confidence of the diagnosis: ${formatPercent(confidenceScore)}. ${change[`${changeAtFault}`]}`,
    ...(weighed.length === 0 ? [] : [table(["Rank", "Hypothesis", "Confidence", "For it", "Against it"], weighed)]),
    ...(shown.length === 0 ? [] : [table(["Evidence", "Kind", "At", "What it shows"], shown)]),
    ...(evidence.length > shown.length ? [`The diagnosis names ${evidence.length} pieces of evidence.`] : []),
    "Confirmed or corrected by people: _to fill in._",
  ];
}

const whyUndiagnosed: Readonly<Record<Incident["diagnosisStatus"], string>> = {
  PENDING: "no diagnosis was made.",
  RUNNING: "the diagnosis is still running.",
  COMPLETED: "the diagnosis can't be read.",
  INCONCLUSIVE: "the diagnosis can't be read.",
  FAILED: "the diagnosis failed.",
};

function chronology({ timeline, entriesLeftOut }: Known): string[] {
  const rows = timeline.map(({ createdAt, actor, title, detail }) => [toIso(createdAt), actor, title, detail]);
  return [
    rows.length === 0 ? "The timeline is empty." : table(["Time", "Who", "What", "Detail"], rows),
    ...(entriesLeftOut === 0
      ? []
      : [`${entriesLeftOut} entries between the first and the last of these are left out.`]),
  ];
}

const ofTypes = (timeline: readonly TimelineEvent[], types: readonly TimelineEventType[]): TimelineEvent[] =>
  timeline.filter(({ type }) => types.includes(type));

const actions = [
  "remediation_requested",
  "remediation_approved",
  "remediation_rejected",
  "remediation_executing",
  "remediation_completed",
  "remediation_failed",
] as const;
const updates = ["stakeholder_update_sent"] as const;
const steps = ["assigned", "escalated", "runbook_linked", "war_room_opened", "war_room_closed", "handoff"] as const;

function response({ timeline, diagnosis }: Known): string[] {
  const linesOf = (types: readonly TimelineEventType[]): string[] =>
    ofTypes(timeline, types).map(({ createdAt, title, actor }) => `${toIso(createdAt)} ${title}, ${actor}`);
  const parts: readonly (readonly [heading: string, lines: readonly string[]])[] = [
    ["People and runbooks", linesOf(steps)],
    ["Remediation actions", linesOf(actions)],
    ["Updates to stakeholders", linesOf(updates)],
    [
      "Fixes that the diagnosis suggests",
      (diagnosis?.suggestedFixes ?? []).map((fix) => `${fix.title}: ${fix.description}`),
    ],
  ];
  return parts.flatMap(([heading, lines]) => [
    `### ${heading}`,
    lines.length === 0 ? "None recorded." : bullets(lines),
  ]);
}

function missing({ incident, timeline, diagnosis, milestones, entriesLeftOut, moreChildren }: Known): string[] {
  const none = (types: readonly TimelineEventType[]): boolean => ofTypes(timeline, types).length === 0;
  const acted = ofTypes(timeline, actions).filter((entry) => !isSimulated(entry));
  const lacks: readonly (readonly [applies: boolean, what: string])[] = [
    [!isOver(incident.status), `The end: the incident is ${incident.status}.`],
    [milestones.acknowledgedAt === null, "A time to acknowledge: nobody took the incident up."],
    [diagnosis === null, `A diagnosis: ${whyUndiagnosed[incident.diagnosisStatus]}`],
    [diagnosis?.rootCause === "", "A root cause: the diagnosis is inconclusive."],
    [incident.affectedServices.length === 0, "Services: the incident names none."],
    [none(actions), "Remediation actions: none are recorded."],
    [!none(actions) && acted.length === 0, "Remediation actions: all that are recorded were simulated."],
    [none(updates), "Updates to stakeholders: none are recorded."],
    [
      entriesLeftOut > 0,
      `${entriesLeftOut} entries of the timeline, which GET /incidents/${incident.id}/events holds.`,
    ],
    [moreChildren, "Some of the merged incidents."],
  ];
  const named = lacks.filter(([applies]) => applies).map(([, what]) => what);
  return [named.length === 0 ? "Nothing that could be recorded." : bullets(named)];
}

const lessons = ["What went well", "What went badly", "Where we were lucky"].flatMap((heading) => [
  `### ${heading}`,
  TO_FILL_IN,
]);

const actionItems = [`| Action | Owner | Due |\n| --- | --- | --- |\n| ${TO_FILL_IN} | | |`];

const bullets = (lines: readonly string[]): string =>
  lines.map((line) => `- ${markdownLine(truncate(line, 2 * CELL_CHARACTERS_MAX))}`).join("\n");

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((text) => markdownLine(truncate(text, CELL_CHARACTERS_MAX))));
  return [headings, headings.map(() => "---"), ...cells].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
