import type {
  Incident,
  IngestionRefusal,
  RemediationAction,
  RemediationPreview,
  RemediationRequest,
  SuggestedFix,
  TeamMember,
  Tocsin,
} from "@tocsin/sdk";
import { isClosed } from "../format/incident.ts";
import { cleanLine } from "../text/clean-text.ts";
import { type BoardIncidents, filterIncidents, mergeIncidents } from "./board-incidents.ts";
import {
  type BoardState,
  type ConfirmMode,
  type Connection,
  type Details,
  type Effect,
  type PolicyCheck,
  type Question,
  type StatusChange,
  selection,
} from "./board-state.ts";
import { reduceKey, reducePaste } from "./key-reducer.ts";
import { acceptsReason } from "./mode-reducers.ts";
import { addFailure, READ_ONLY_MESSAGE, type Transition, transition } from "./transition.ts";
import { recordView } from "./view-history.ts";

export type BoardEvent =
  | { readonly type: "key"; readonly key: string }
  | { readonly type: "pasted"; readonly text: string }
  | { readonly type: "resized"; readonly columns: number; readonly rows: number }
  | { readonly type: "changed"; readonly incidents: readonly Incident[] }
  | { readonly type: "loaded"; readonly loaded: BoardState["loaded"] }
  /** The list was read completely: an active incident that was not seen and has not changed since `before` is gone. */
  | { readonly type: "settled"; readonly seen: ReadonlySet<string>; readonly before: BoardIncidents }
  /** Progress of diagnoses; undefined for a finished one. */
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
  | { readonly type: "policyChecked"; readonly actionId: string; readonly policyCheck: PolicyCheck }
  /** The approval was refused; `detail` says how to proceed. */
  | {
      readonly type: "blocked";
      readonly action: RemediationAction;
      readonly violations: readonly string[];
      readonly detail: string;
    }
  | { readonly type: "done"; readonly text: string; readonly undo?: readonly StatusChange[] }
  | { readonly type: "failed"; readonly text: string };

/** The dependencies of loaders, pollers and effects. */
export interface BoardContext {
  readonly client: Tocsin;
  readonly signal: AbortSignal;
  dispatch(event: BoardEvent): void;
  state(): BoardState;
}

const DETAILS_MAX = 50;

/** The transition for an event; the only place that changes the state. */
export function reduceBoard(state: BoardState, event: BoardEvent): Transition {
  const next = reduceEvent(state, event);
  // The board may have become read-only after a question was asked: drop all effects that change something.
  const effects = state.readOnly ? next.effects.filter(({ do: what }) => readOnlyEffects.has(what)) : next.effects;
  return { effects, state: next.state === state ? state : rememberSelection(recordView(state, next.state)) };
}

const readOnlyEffects: ReadonlySet<Effect["do"]> = new Set<Effect["do"]>(["reload", "quit"]);

function reduceEvent(state: BoardState, event: BoardEvent): Transition {
  switch (event.type) {
    case "key":
      return reduceKey(state, event.key);
    case "pasted":
      return reducePaste(state, event.text);
    default:
      return transition(reduceData(state, event));
  }
}

type DataEvent = Exclude<BoardEvent, { readonly type: "key" | "pasted" }>;

function reduceData(state: BoardState, event: DataEvent): BoardState {
  switch (event.type) {
    case "resized":
      return { ...state, size: { columns: event.columns, rows: event.rows } };
    case "changed":
      return {
        ...state,
        incidents: mergeIncidents(state.incidents, event.incidents),
        latestChange: latestChange(state, event.incidents) ?? state.latestChange,
      };
    case "settled":
      return { ...state, incidents: filterIncidents(state.incidents, (incident) => remains(incident, event)) };
    case "progress":
      return { ...state, progress: mergeProgress(state.progress, event.lines) };
    case "details":
      return { ...state, details: mergeDetails(state.details, event.id, event.details) };
    case "done":
      return { ...state, notice: cleanLine(event.text), undo: event.undo ?? state.undo };
    case "failed":
      return addFailure(state, event.text);
    case "previewed": {
      const { type: _, ...request } = event;
      return openConfirm(state, { what: "request", ...request }, event.preview.violations);
    }
    case "policyChecked":
      return addPolicyCheck(state, event.actionId, event.policyCheck);
    case "blocked": {
      const { action, detail, violations } = event;
      return openConfirm(state, { what: "approve", action, policyCheck: { refusal: detail } }, violations);
    }
    default: {
      const { type: _, ...values } = event;
      return { ...state, ...values };
    }
  }
}

const remains = (incident: Incident, { seen, before }: Extract<DataEvent, { readonly type: "settled" }>): boolean =>
  isClosed(incident.status) || seen.has(incident.id) || before.byId.get(incident.id) !== incident;

/** The latest new incident or status change, as text; undefined while the list is loading. */
function latestChange({ incidents, loaded }: BoardState, changed: readonly Incident[]): string | undefined {
  if (!loaded.isComplete) return undefined;
  const latest = changed.findLast(({ id, status }) => incidents.byId.get(id)?.status !== status);
  if (!latest) return undefined;
  const { id, severity, status, title } = latest;
  return cleanLine(`${incidents.byId.has(id) ? status : `New, ${severity}`}: ${title}`);
}

/** Opens a question, unless the user is typing. */
function openConfirm(state: BoardState, question: Question, violations: readonly string[]): BoardState {
  if (state.readOnly) return addFailure(state, READ_ONLY_MESSAGE);
  if (state.mode.kind !== "browse")
    return addFailure(state, "An answer came while you were typing. Finish, then repeat the command.");
  const field = question.what === "approve" && violations.length > 0 ? "reason" : "answer";
  return { ...state, mode: { kind: "confirm", question, violations, field, reason: "", answer: "", top: 0 } };
}

function addPolicyCheck(state: BoardState, actionId: string, policyCheck: PolicyCheck): BoardState {
  const { mode } = state;
  if (mode.kind !== "confirm" || mode.question.what !== "approve" || mode.question.action.id !== actionId) return state;
  const violations = "preview" in policyCheck ? policyCheck.preview.violations : mode.violations;
  const confirm: ConfirmMode = { ...mode, question: { ...mode.question, policyCheck }, violations };
  // A guardrail needs a reason first. An answer from before the check is not a consent.
  return {
    ...state,
    mode:
      violations.length > 0 ? { ...confirm, field: acceptsReason(confirm) ? "reason" : "answer", answer: "" } : confirm,
  };
}

function mergeProgress(held: BoardState["progress"], lines: ReadonlyMap<string, string | undefined>) {
  const next = new Map(held);
  for (const [id, line] of lines)
    if (line === undefined) next.delete(id);
    else next.set(id, line);
  return next;
}

/** Keeps the latest details only. */
function mergeDetails(held: BoardState["details"], id: string, details: Details): BoardState["details"] {
  const next = new Map(held);
  next.delete(id);
  next.set(id, { ...held.get(id), ...details });
  for (const oldest of next.keys()) {
    if (next.size <= DETAILS_MAX) break;
    next.delete(oldest);
  }
  return next;
}

/** Remembers id and index of the selected row, so that the selection follows it. */
function rememberSelection(state: BoardState): BoardState {
  const { index, row } = selection(state);
  if (!row) return state;
  const place = state.cursors[state.section];
  if (place?.id === row.id && place.index === index) return state;
  return { ...state, cursors: { ...state.cursors, [state.section]: { id: row.id, index } } };
}
