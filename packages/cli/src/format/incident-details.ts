import type { Comment, Incident, RemediationAction, Runbook, TeamMember, TimelineEvent } from "@tocsin/sdk";
import { cleanLine, cleanText } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";
import { ago, clock, until } from "../text/time.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import { statusText } from "./action-status.ts";
import { commentsText } from "./comment.ts";
import { diagnosisText } from "./diagnosis.ts";
import { factList, optionalFact } from "./fact-list.ts";
import { isClosed, relationTo, severityStyle, statusStyle } from "./incident.ts";
import type { TimedLayout } from "./layout.ts";
import { actionName } from "./remediation-action.ts";
import { timelineEntry } from "./timeline.ts";

/** Data around the incident; missing parts were not requested or could not be read. */
export interface IncidentContext {
  readonly timeline?: readonly TimelineEvent[] | undefined;
  readonly assignee?: TeamMember | undefined;
  /** The newest first. */
  readonly comments?: readonly Comment[] | undefined;
  readonly actions?: readonly RemediationAction[] | undefined;
  readonly runbooks?: readonly Runbook[] | undefined;
  readonly related?: readonly Incident[] | undefined;
}

const MARGIN = 2;
const ENTRY_INDENT = 4;
/** Maximum items on the page; other commands show all. */
const COMMENTS_SHOWN = 3;
const RELATED_SHOWN = 5;
const SERVICES_SHOWN = 10;
const ACTIONS_SHOWN = 3;
const TIMELINE_SHOWN = 10;

/**
 * An incident on a page, the most important part first: facts, actions, description, diagnosis, comments, latest
 * events. Repeated sentences are printed once.
 */
export function incidentDetails(incident: Incident, around: IncidentContext, layout: TimedLayout): string {
  const { paint, width } = layout;
  const title = cleanLine(incident.title);
  const description = cleanText(incident.description);
  const shownComments = (around.comments ?? []).slice(0, COMMENTS_SHOWN);
  const said = [title, cleanLine(description), ...shownComments.map(({ body }) => cleanLine(body))];
  const short = cleanLine(incident.id).slice(0, 8);
  const section = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? "" : [paint("bold", name), ...lines].join("\n");
  const parts = [
    paint("bold", wrap(title, width)),
    facts(incident, around, layout),
    section("Actions", actionLines(around.actions ?? [], short, layout)),
    cleanLine(description) === title ? "" : wrap(description, width),
    incident.diagnosis ? diagnosisText(incident.diagnosis, layout) : "",
    section("Runbooks", runbookLines(around.runbooks ?? [], layout)),
    section("Related", relatedLines(incident, around.related ?? [], short, layout)),
    section("Comments", commentLines(around.comments ?? [], short, layout)),
    section("Timeline", timelineLines(around.timeline ?? [], said, short, layout)),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function facts(incident: Incident, { assignee, related }: IncidentContext, layout: TimedLayout): string {
  const { paint } = layout;
  const at = (time: string) => `${clock(time)} (${ago(time, layout.now)})`;
  const { assigneeId, duplicateCount } = incident;
  return factList(
    [
      ["id", cleanLine(incident.id)],
      ["severity", paint(severityStyle[incident.severity], cleanLine(incident.severity))],
      ["status", paint(statusStyle[incident.status], cleanLine(incident.status))],
      ["assignee", assigneeId === null ? nobody(incident) : cleanLine(assignee ? personOf(assignee) : assigneeId)],
      ["services", servicesText(incident)],
      ["environment", cleanLine(incident.environment)],
      ["created", at(incident.createdAt)],
      ["last seen", `${at(incident.lastSeenAt)}${duplicateCount > 0 ? `, seen ${duplicateCount + 1} times` : ""}`],
      ...optionalFact("resolved", incident.resolvedAt && at(incident.resolvedAt)),
      ...optionalFact("merged into", parentText(incident, related ?? [])),
      ["signal", cleanLine(incident.signalType)],
      ["diagnosis", cleanLine(incident.diagnosisStatus)],
    ],
    layout,
  );
}

/** A family can have hundreds of services. */
function servicesText({ affectedServices }: Incident): string {
  const more = affectedServices.length - SERVICES_SHOWN;
  const shown = cleanLine(affectedServices.slice(0, SERVICES_SHOWN).join(", ")) || "-";
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function parentText({ parentIncidentId }: Incident, related: readonly Incident[]): string | null {
  const parent = related.find(({ id }) => id === parentIncidentId);
  return parent ? `${parentIncidentId}: ${parent.title}` : parentIncidentId;
}

const personOf = ({ name, email, isOnCall }: TeamMember): string => `${name} <${email}>${isOnCall ? ", on call" : ""}`;
const nobody = ({ id, status }: Incident): string =>
  isClosed(status) ? "nobody" : `nobody; to acknowledge: ${programs.cli} incident ack ${cleanLine(id).slice(0, 8)}`;

const entry = (text: string, { width }: TimedLayout): string =>
  " ".repeat(MARGIN) + wrapHanging(text, width, ENTRY_INDENT);

/** The line for the rest of a section. */
const rest = (count: number, what: string, command: string, layout: TimedLayout): string[] =>
  count > 0 ? [layout.paint("dim", entry(`… ${count} ${what}: ${programs.cli} ${command}`, layout))] : [];

const finished: readonly RemediationAction["status"][] = ["COMPLETED", "FAILED", "REJECTED"];

/** Pending actions first, then running ones, then the latest finished ones. */
function actionLines(actions: readonly RemediationAction[], incident: string, layout: TimedLayout): string[] {
  const waiting = actions.filter(({ status }) => status === "PENDING_APPROVAL");
  const running = actions.filter(({ status }) => status !== "PENDING_APPROVAL" && !finished.includes(status));
  const done = actions
    .filter(({ status }) => finished.includes(status))
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  return [
    ...waiting.map((action) => waitingLine(action, layout)),
    ...[...running, ...done.slice(0, ACTIONS_SHOWN)].map((action) =>
      entry(
        `${actionName(action)}: ${statusText(action)} ${ago(action.updatedAt, layout.now)}${action.error === null ? "" : `, ${cleanLine(action.error)}`}`,
        layout,
      ),
    ),
    ...rest(done.length - ACTIONS_SHOWN, "earlier", `remediation history ${incident}`, layout),
  ];
}

function waitingLine(action: RemediationAction, layout: TimedLayout): string {
  const { approvalExpiresAt, performedBy, id } = action;
  const lapses = approvalExpiresAt === null ? "" : `, expires in ${until(approvalExpiresAt, layout.now)}`;
  const head = `pending approval: ${actionName(action)}, requested by ${cleanLine(performedBy)}${lapses}`;
  return `${layout.paint("yellow", entry(head, layout))}\n${" ".repeat(ENTRY_INDENT)}${wrapHanging(`${programs.cli} remediation approve ${cleanLine(id).slice(0, 8)}`, layout.width, ENTRY_INDENT)}`;
}

const runbookLines = (runbooks: readonly Runbook[], layout: TimedLayout): string[] =>
  runbooks.map(({ title, slug }) =>
    entry(`${cleanLine(title)}: ${programs.cli} runbook show ${cleanLine(slug)}`, layout),
  );

const relatedLines = (
  incident: Incident,
  related: readonly Incident[],
  short: string,
  layout: TimedLayout,
): string[] => [
  // The parent comes first: it stands for the family, whose newest members would hide it.
  ...related
    .toSorted(
      (one, other) => Number(other.id === incident.parentIncidentId) - Number(one.id === incident.parentIncidentId),
    )
    .slice(0, RELATED_SHOWN)
    .map((other) =>
      entry(
        `${relationTo(incident, other)} ${cleanLine(other.id).slice(0, 8)} ${cleanLine(other.severity)} ${cleanLine(other.status)} ${cleanLine(other.title)}`,
        layout,
      ),
    ),
  ...rest(related.length - RELATED_SHOWN, "more", `incident related ${short}`, layout),
];

/** The newest comments last, below a hint on earlier ones. */
function commentLines(comments: readonly Comment[], short: string, layout: TimedLayout): string[] {
  const shown = comments.slice(0, COMMENTS_SHOWN).toReversed();
  if (shown.length === 0) return [];
  const indented = commentsText(shown, { ...layout, width: layout.width - MARGIN })
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => " ".repeat(MARGIN) + line);
  return [
    ...(comments.length > COMMENTS_SHOWN
      ? [layout.paint("dim", entry(`… earlier ones: ${programs.cli} incident comment list ${short}`, layout))]
      : []),
    ...indented,
  ];
}

const timelineLines = (
  timeline: readonly TimelineEvent[],
  said: readonly string[],
  short: string,
  layout: TimedLayout,
): string[] => [
  ...rest(timeline.length - TIMELINE_SHOWN, "earlier", `incident timeline ${short}`, layout),
  ...timeline.slice(-TIMELINE_SHOWN).map((each) => timelineEntry(each, said, layout)),
];
