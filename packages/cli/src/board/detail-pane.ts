import type { Incident, RecommendedRunbooks } from "@tocsin/sdk";
import { statusText } from "../format/action-status.ts";
import { diagnosisText } from "../format/diagnosis.ts";
import { incidentDetails } from "../format/incident-details.ts";
import type { TimedLayout } from "../format/layout.ts";
import { markdownText } from "../format/markdown.ts";
import { actionDetails, actionName } from "../format/remediation-action.ts";
import { timelineEntry } from "../format/timeline.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { Paint } from "../text/paint.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import { actionsOf, type BoardState, type Details, isWide, selection, tabs, target } from "./board-state.ts";
import { isAction } from "./sections.ts";

export const listWidth = (columns: number): number => Math.max(48, Math.min(100, Math.floor(columns * 0.46)));

/** Width of the detail pane; alone it has the whole terminal. */
const detailWidth = (state: BoardState): number =>
  isWide(state) ? state.size.columns - listWidth(state.size.columns) - 3 : state.size.columns - 1;

/** All lines of the detail pane, before scrolling. */
export function detailLines(state: BoardState, now: number, paint: Paint): string[] {
  const layout = { width: detailWidth(state), now, paint };
  const { row } = selection(state);
  if (state.openedId === undefined && row && isAction(row)) return split(actionDetails(row, [], layout));
  const incident = target(state);
  if (!incident) return [paint("dim", state.openedId === undefined ? "Nothing is selected." : "Reading…")];
  const tab = state.openedId === undefined ? "overview" : state.tab;
  const heading = state.openedId === undefined ? [] : [tabLine(tab, layout)];
  return [...heading, ...split(tabText(state, incident, tab, layout))];
}

const READ_FAILED = "Cannot read this part. Press ctrl-r to retry.";

const split = (text: string): string[] => text.replaceAll("\t", "  ").split("\n");

function tabLine(shown: string, { paint, width }: TimedLayout): string {
  const full = tabs.map((tab) => (tab === shown ? `[${tab}]` : ` ${tab} `)).join("");
  if (full.length > width) return paint("bold", `[${shown}]`);
  return tabs.map((tab) => (tab === shown ? paint("bold", `[${tab}]`) : paint("dim", ` ${tab} `))).join("");
}

function tabText(state: BoardState, incident: Incident, tab: BoardState["tab"], layout: TimedLayout): string {
  const details = state.details.get(incident.id);
  const title = layout.paint("bold", wrap(cleanLine(incident.title), layout.width));
  switch (tab) {
    case "timeline":
      return [title, timeline(details, incident, layout)].join("\n\n");
    case "evidence":
      return [title, evidence(state, incident, layout)].join("\n\n");
    case "actions":
      return [title, actions(state, incident.id, layout)].join("\n\n");
    case "runbooks":
      return [title, details?.runbooks ? runbooks(details.runbooks, layout) : "Reading…"].join("\n\n");
    default:
      return incidentDetails(incident, contextOf(state, incident), layout);
  }
}

const contextOf = (state: BoardState, incident: Incident) => ({
  timeline: state.details.get(incident.id)?.timeline,
  comments: state.details.get(incident.id)?.comments,
  actions: actionsOf(state, incident.id),
  assignee: state.team.find(({ id }) => id === incident.assigneeId),
});

function timeline(details: Details | undefined, incident: Incident, layout: TimedLayout): string {
  if (!details?.timeline) return details ? READ_FAILED : "Reading…";
  if (details.timeline.length === 0) return "There are no entries.";
  const said = [cleanLine(incident.title), cleanLine(incident.description)];
  return details.timeline.map((entry) => timelineEntry(entry, said, layout)).join("\n");
}

function evidence(state: BoardState, incident: Incident, { width, paint }: TimedLayout): string {
  const progress = state.progress.get(incident.id);
  const going = progress === undefined ? [] : [wrap(`Diagnosis in progress: ${cleanLine(progress)}`, width)];
  if (incident.diagnosis) return [...going, diagnosisText(incident.diagnosis, { width, paint })].join("\n\n");
  const words =
    incident.diagnosisStatus === "PENDING"
      ? `There is no diagnosis.${state.readOnly ? "" : " Press d to diagnose."}`
      : `The diagnosis is ${cleanLine(incident.diagnosisStatus)}.`;
  return going.length > 0 ? going.join("\n") : wrap(words, width);
}

function actions(state: BoardState, incidentId: string, layout: TimedLayout): string {
  const all = actionsOf(state, incidentId);
  if (all.length === 0) {
    const details = state.details.get(incidentId);
    if (!details?.actions) return details ? READ_FAILED : "Reading…";
    return "There are no actions. Press f to request a suggested fix.";
  }
  const at = Math.min(state.actionIndex, all.length - 1);
  const list = all.map((action, index) => {
    const line = `${index === at ? ">" : " "} ${wrapHanging(`${statusText(action)}: ${actionName(action)}`, layout.width, 2)}`;
    return index === at ? layout.paint("bold", line) : line;
  });
  const action = all[at];
  if (!action) return list.join("\n");
  const keys =
    action.status === "PENDING_APPROVAL" && !state.readOnly ? ["y approves, n rejects; both ask first."] : [];
  return [list.join("\n"), ...keys.map((text) => wrap(text, layout.width)), actionDetails(action, [], layout)].join(
    "\n\n",
  );
}

/** Caches the last rendering of runbooks by paint: long Markdown is too slow to render for every key. */
const runbookCache = new WeakMap<RecommendedRunbooks, Map<Paint, { readonly width: number; readonly text: string }>>();

function runbooks(recommended: RecommendedRunbooks, layout: TimedLayout): string {
  const byPaint = runbookCache.get(recommended) ?? new Map();
  const before = byPaint.get(layout.paint);
  if (before?.width === layout.width) return before.text;
  const text = runbooksText(recommended, layout);
  runbookCache.set(recommended, byPaint.set(layout.paint, { width: layout.width, text }));
  return text;
}

function runbooksText(
  { runbooks: found, linkedRunbookIds, ranking }: RecommendedRunbooks,
  layout: TimedLayout,
): string {
  if (found.length === 0) return "There are no matching runbooks.";
  return found
    .map((runbook) => {
      const reasons = ranking.find(({ runbookId }) => runbookId === runbook.id)?.reasons ?? [];
      const linked = linkedRunbookIds.includes(runbook.id) ? ["linked to it"] : [];
      const why = [...linked, ...reasons].map(cleanLine).join(", ");
      const head = layout.paint("bold", wrap(`${cleanLine(runbook.title)} (${cleanLine(runbook.slug)})`, layout.width));
      const body = runbook.contentMd ? markdownText(runbook.contentMd, layout) : "";
      return [head, ...(why ? [layout.paint("dim", wrap(why, layout.width))] : []), "", body].join("\n");
    })
    .join(`\n\n${layout.paint("dim", "─".repeat(Math.min(40, layout.width)))}\n\n`);
}
