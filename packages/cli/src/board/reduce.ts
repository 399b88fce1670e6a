import type {
  Incident,
  IngestionRefusal,
  RemediationAction,
  RemediationPreview,
  RemediationRequest,
  SuggestedFix,
  TeamMember,
} from "@tocsin/sdk";
import { isOver } from "../format/incident.ts";
import { cleanLine } from "../text/clean-text.ts";
import { type Incidents, onlyIncidents, withIncidents } from "./incidents.ts";
import { takesReason } from "./modes.ts";
import { pasted, press } from "./press.ts";
import type { BoardState, Confirm, Connection, Details, Effect, Move, Question, Weighed } from "./state.ts";
import { selection } from "./state.ts";
import { failed, READ_ONLY, type Step, step } from "./step.ts";
import { visited } from "./trail.ts";

/** All that happens to a board. */
export type BoardEvent =
  | { readonly type: "key"; readonly key: string }
  | { readonly type: "pasted"; readonly text: string }
  | { readonly type: "resized"; readonly columns: number; readonly rows: number }
  | { readonly type: "changed"; readonly incidents: readonly Incident[] }
  | { readonly type: "loaded"; readonly loaded: BoardState["loaded"] }
  /** Everything was read again: what isn't over, wasn't seen and is as it was `before` that has gone. */
  | { readonly type: "settled"; readonly seen: ReadonlySet<string>; readonly before: Incidents }
  /** What goes on with diagnoses; undefined where one ended. */
  | { readonly type: "progress"; readonly lines: ReadonlyMap<string, string | undefined> }
  | { readonly type: "connection"; readonly connection: Connection }
  | { readonly type: "pending"; readonly actions: readonly RemediationAction[] }
  | { readonly type: "team"; readonly team: readonly TeamMember[]; readonly memberId: string | undefined }
  | { readonly type: "hours"; readonly hours: readonly number[] }
  | { readonly type: "refusals"; readonly refusals: readonly IngestionRefusal[] }
  | { readonly type: "details"; readonly id: string; readonly details: Details }
  | {
      readonly type: "previewed";
      readonly fix: SuggestedFix;
      readonly request: RemediationRequest;
      readonly preview: RemediationPreview;
    }
  | { readonly type: "weighed"; readonly actionId: string; readonly weighed: Weighed }
  /** The approval was refused; `detail` says what can be done about it. */
  | {
      readonly type: "blocked";
      readonly action: RemediationAction;
      readonly violations: readonly string[];
      readonly detail: string;
    }
  | { readonly type: "done"; readonly text: string; readonly undo?: readonly Move[] }
  | { readonly type: "failed"; readonly text: string };

/** Incidents whose details are kept. */
const DETAILS_KEPT = 50;

/** The state after an event, and what is to be done about it. Nothing but this changes a board. */
export function reduce(state: BoardState, event: BoardEvent): Step {
  const next = stepOf(state, event);
  // It may have become read-only while a question was on its way; whatever led here, nothing is changed then.
  const effects = state.readOnly ? next.effects.filter(({ do: what }) => looking.has(what)) : next.effects;
  return { effects, state: next.state === state ? state : remembered(visited(state, next.state)) };
}

/** What changes nothing on the server. */
const looking: ReadonlySet<Effect["do"]> = new Set<Effect["do"]>(["reload", "quit"]);

function stepOf(state: BoardState, event: BoardEvent): Step {
  switch (event.type) {
    case "key":
      return press(state, event.key);
    case "pasted":
      return pasted(state, event.text);
    default:
      return step(told(state, event));
  }
}

type News = Exclude<BoardEvent, { readonly type: "key" | "pasted" }>;

function told(state: BoardState, event: News): BoardState {
  switch (event.type) {
    case "resized":
      return { ...state, size: { columns: event.columns, rows: event.rows } };
    case "changed":
      return {
        ...state,
        incidents: withIncidents(state.incidents, event.incidents),
        news: newsOf(state, event.incidents) ?? state.news,
      };
    case "settled":
      return {
        ...state,
        incidents: onlyIncidents(
          state.incidents,
          (incident) =>
            isOver(incident.status) || event.seen.has(incident.id) || event.before.byId.get(incident.id) !== incident,
        ),
      };
    case "progress":
      return { ...state, progress: withProgress(state.progress, event.lines) };
    case "details":
      return { ...state, details: withDetails(state.details, event.id, event.details) };
    case "pending":
      return { ...state, actions: event.actions };
    case "done":
      return { ...state, done: cleanLine(event.text), undo: event.undo ?? state.undo };
    case "failed":
      return failed(state, event.text);
    default:
      return answered(state, event);
  }
}

type Answered = Exclude<
  News,
  { readonly type: "resized" | "changed" | "settled" | "progress" | "details" | "pending" | "done" | "failed" }
>;

function answered(state: BoardState, event: Answered): BoardState {
  switch (event.type) {
    case "loaded":
      return { ...state, loaded: event.loaded };
    case "connection":
      return { ...state, connection: event.connection };
    case "team":
      return { ...state, team: event.team, memberId: event.memberId };
    case "hours":
      return { ...state, hours: event.hours };
    case "refusals":
      return { ...state, refusals: event.refusals };
    case "previewed":
      return asked(
        state,
        { what: "request", fix: event.fix, request: event.request, preview: event.preview },
        event.preview.violations,
      );
    case "weighed":
      return weighed(state, event.actionId, event.weighed);
    case "blocked":
      return asked(
        state,
        { what: "approve", action: event.action, weighed: { refusal: event.detail } },
        event.violations,
      );
  }
}

/** What changed for whoever looks: an incident that is new, or has another status. Not while the list is read. */
function newsOf({ incidents, loaded }: BoardState, changed: readonly Incident[]): string | undefined {
  if (!loaded.done) return undefined;
  const latest = changed.findLast(({ id, status }) => incidents.byId.get(id)?.status !== status);
  if (!latest) return undefined;
  const { id, severity, status, title } = latest;
  return cleanLine(`${incidents.byId.has(id) ? status : `New, ${severity}`}: ${title}`);
}

/** Opens a question; not over what somebody is just typing. */
function asked(state: BoardState, question: Question, violations: readonly string[]): BoardState {
  if (state.readOnly) return failed(state, READ_ONLY);
  if (state.mode.kind !== "browse")
    return failed(state, "An answer came while you were typing: ask for it again once you are done.");
  const field = question.what === "approve" && violations.length > 0 ? "reason" : "answer";
  return { ...state, mode: { kind: "confirm", question, violations, field, reason: "", answer: "", top: 0 } };
}

function weighed(state: BoardState, actionId: string, said: Weighed): BoardState {
  const { mode } = state;
  if (mode.kind !== "confirm" || mode.question.what !== "approve" || mode.question.action.id !== actionId) return state;
  const violations = "preview" in said ? said.preview.violations : mode.violations;
  const confirm: Confirm = { ...mode, question: { ...mode.question, weighed: said }, violations };
  // A guardrail wants a reason first; what was typed before it was known is no consent.
  return {
    ...state,
    mode:
      violations.length > 0 ? { ...confirm, field: takesReason(confirm) ? "reason" : "answer", answer: "" } : confirm,
  };
}

function withProgress(held: BoardState["progress"], lines: ReadonlyMap<string, string | undefined>) {
  const next = new Map(held);
  for (const [id, line] of lines)
    if (line === undefined) next.delete(id);
    else next.set(id, line);
  return next;
}

/** The latest read are kept. */
function withDetails(held: BoardState["details"], id: string, details: Details): BoardState["details"] {
  const next = new Map(held);
  next.delete(id);
  next.set(id, { ...held.get(id), ...details });
  for (const oldest of next.keys()) {
    if (next.size <= DETAILS_KEPT) break;
    next.delete(oldest);
  }
  return next;
}

/** Where the row went, the place is remembered, so that the selection stays with it, or near where it was. */
function remembered(state: BoardState): BoardState {
  const { index, row } = selection(state);
  if (!row) return state;
  const place = state.places[state.section];
  if (place?.id === row.id && place.index === index) return state;
  return { ...state, places: { ...state.places, [state.section]: { id: row.id, index } } };
}
