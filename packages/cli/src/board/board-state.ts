import type {
  Comment,
  FeedbackVerdict,
  Incident,
  IncidentStatus,
  RecommendedRunbooks,
  RemediationAction,
  RemediationPreview,
  RemediationRequest,
  SuggestedFix,
  TeamMember,
  TimelineEvent,
} from "@tocsin/sdk";
import { emptyBoardIncidents } from "./board-incidents.ts";
import { type WarningState, warningLines } from "./refusal-warning.ts";
import { filteredRows, isAction, type Row, type Section, type SectionSource } from "./sections.ts";

export const tabs = ["overview", "timeline", "evidence", "actions", "runbooks"] as const;
export type Tab = (typeof tabs)[number];

/** Details of an incident; a missing part is not loaded. */
export interface Details {
  readonly timeline?: readonly TimelineEvent[];
  readonly comments?: readonly Comment[];
  readonly actions?: readonly RemediationAction[];
  readonly runbooks?: RecommendedRunbooks;
}

export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  /** Times in milliseconds since 1970: the start of the outage, and the next retry if there is one. */
  | {
      readonly kind: "lost";
      readonly since: number;
      readonly retryAt: number | undefined;
      readonly reason: string | undefined;
    };

/** A question that the user confirms. */
export type Question =
  | {
      readonly what: "approve" | "reject";
      readonly action: RemediationAction;
      readonly policyCheck?: PolicyCheck | undefined;
    }
  | {
      readonly what: "request";
      readonly fix: SuggestedFix;
      readonly request: RemediationRequest;
      readonly preview: RemediationPreview;
    }
  | { readonly what: "status"; readonly ids: readonly string[]; readonly status: IncidentStatus };

/** The current verdict of the policy, the failure to get it, or the refusal of an approval. */
export type PolicyCheck =
  | { readonly preview: RemediationPreview }
  | { readonly failure: string }
  | { readonly refusal: string };

/** A reason can't override a denial. */
export const isDeniedByPolicy = (policyCheck: PolicyCheck | undefined): boolean =>
  policyCheck !== undefined && "preview" in policyCheck && policyCheck.preview.verdict === "deny";

export interface ConfirmMode {
  readonly kind: "confirm";
  readonly question: Question;
  /** Violated guardrails; with any of them a reason is needed. */
  readonly violations: readonly string[];
  readonly field: "reason" | "answer";
  readonly reason: string;
  readonly answer: string;
  readonly top: number;
}

export interface Choice {
  readonly label: string;
  readonly effects: readonly Effect[];
}

export type Mode =
  | { readonly kind: "browse" }
  | { readonly kind: "help"; readonly top: number }
  | { readonly kind: "filter"; readonly text: string; readonly before: string }
  /** `at` is the index in the history; a new line has the length of the history. */
  | { readonly kind: "command"; readonly text: string; readonly at: number }
  | { readonly kind: "comment"; readonly text: string; readonly ids: readonly string[] }
  | { readonly kind: "choose"; readonly title: string; readonly choices: readonly Choice[]; readonly at: number }
  | ConfirmMode;

/** A side effect that a transition asks for. */
export type Effect =
  /** Unassigned incidents are assigned to `takenBy`. */
  | { readonly do: "status"; readonly moves: readonly StatusChange[]; readonly takenBy?: string | undefined }
  | { readonly do: "diagnose"; readonly ids: readonly string[] }
  | { readonly do: "assign"; readonly ids: readonly string[]; readonly memberId: string | null; readonly name: string }
  | { readonly do: "feedback"; readonly ids: readonly string[]; readonly verdict: FeedbackVerdict }
  | { readonly do: "comment"; readonly ids: readonly string[]; readonly body: string }
  | { readonly do: "preview"; readonly fix: SuggestedFix; readonly request: RemediationRequest }
  | { readonly do: "checkPolicy"; readonly action: RemediationAction }
  | { readonly do: "request"; readonly request: RemediationRequest }
  | { readonly do: "approve" | "reject"; readonly action: RemediationAction; readonly reason: string | undefined }
  | { readonly do: "reload" }
  | { readonly do: "quit"; readonly interrupted: boolean };

export interface StatusChange {
  readonly id: string;
  readonly from: IncidentStatus;
  readonly to: IncidentStatus;
}

/** The visible part of the board. */
export interface View {
  readonly section: Section;
  readonly openedId: string | undefined;
  readonly tab: Tab;
}

/** The selected row of a section; its index is used when the row is gone. */
interface Cursor {
  readonly id: string;
  readonly index: number;
}

export interface BoardState extends SectionSource, WarningState, View {
  /** The server and the user. */
  readonly address: string;
  readonly author: string;
  /** The subject of the user's token. */
  readonly sub: string | undefined;
  readonly readOnly: boolean;
  readonly connection: Connection;
  /** Progress of reading active incidents; `total` can exceed the maximum of the board. */
  readonly loaded: { readonly count: number; readonly total: number; readonly isComplete: boolean };
  readonly team: readonly TeamMember[];
  /** Incidents opened in each hour of the last day. */
  readonly hours: readonly number[];
  readonly cursors: Readonly<Partial<Record<Section, Cursor>>>;
  readonly marks: ReadonlySet<string>;
  /** The open incident; undefined while the list has the focus. */
  readonly openedId: string | undefined;
  /** First visible line of the detail pane. */
  readonly scroll: number;
  /** Index of the action that y and n apply to. */
  readonly actionIndex: number;
  readonly mode: Mode;
  readonly history: readonly string[];
  readonly details: ReadonlyMap<string, Details>;
  /** Progress of running diagnoses, by incident. */
  readonly progress: ReadonlyMap<string, string>;
  /** Failures that are not dismissed, the oldest first. */
  readonly failures: readonly string[];
  readonly notice: string | undefined;
  /** The latest change from the stream, as text. */
  readonly latestChange: string | undefined;
  readonly undo: readonly StatusChange[];
  readonly viewHistory: { readonly views: readonly View[]; readonly at: number };
  readonly previousView: View | undefined;
}

export interface BoardOptions {
  readonly size: BoardState["size"];
  readonly address: string;
  readonly author: string;
  readonly sub: string | undefined;
  readonly readOnly: boolean;
  readonly section: Section;
}

export const initialState = (start: BoardOptions): BoardState => ({
  ...start,
  incidents: emptyBoardIncidents,
  actions: [],
  memberId: undefined,
  filter: "",
  connection: { kind: "connecting" },
  loaded: { count: 0, total: 0, isComplete: false },
  team: [],
  hours: [],
  cursors: {},
  marks: new Set(),
  openedId: undefined,
  tab: "overview",
  scroll: 0,
  actionIndex: 0,
  mode: { kind: "browse" },
  history: [],
  details: new Map(),
  progress: new Map(),
  refusals: [],
  refusalsReadUntil: undefined,
  failures: [],
  notice: undefined,
  latestChange: undefined,
  undo: [],
  viewHistory: { views: [{ section: start.section, openedId: undefined, tab: "overview" }], at: 0 },
  previousView: undefined,
});

/** The selected row. It follows its incident; when the incident is gone, the row at its index is selected. */
export function selection(state: BoardState): { readonly index: number; readonly row: Row | undefined } {
  const rows = filteredRows(state.section, state);
  const place = state.cursors[state.section];
  if (!place) return { index: 0, row: rows[0] };
  const found = rows[place.index]?.id === place.id ? place.index : rows.findIndex(({ id }) => id === place.id);
  const index = found === -1 ? Math.max(0, Math.min(place.index, rows.length - 1)) : found;
  return { index, row: rows[index] };
}

/** The incident that keys apply to: the open one, or that of the selected row. */
export function targetId(state: BoardState): string | undefined {
  if (state.openedId !== undefined) return state.openedId;
  const { row } = selection(state);
  return row && isAction(row) ? row.incidentId : row?.id;
}

/** The same incident, if it is loaded. */
export function target(state: BoardState): Incident | undefined {
  const id = targetId(state);
  return id === undefined ? undefined : state.incidents.byId.get(id);
}

/** The action that y and n apply to. */
export function targetAction(state: BoardState): RemediationAction | undefined {
  if (state.openedId === undefined) {
    const { row } = selection(state);
    return row && isAction(row) ? row : undefined;
  }
  return state.tab === "actions" ? actionsOf(state, state.openedId)[state.actionIndex] : undefined;
}

/** The loaded actions of an incident, pending ones first. */
export function actionsOf(state: BoardState, incidentId: string): readonly RemediationAction[] {
  const newest = new Map<string, RemediationAction>();
  const waiting = state.actions.filter((action) => action.incidentId === incidentId);
  for (const action of [...waiting, ...(state.details.get(incidentId)?.actions ?? [])]) {
    const other = newest.get(action.id);
    if (!other || other.updatedAt < action.updatedAt) newest.set(action.id, action);
  }
  const last = ({ status }: RemediationAction) => (status === "PENDING_APPROVAL" ? 0 : 1);
  return [...newest.values()].sort((a, b) => last(a) - last(b) || b.createdAt.localeCompare(a.createdAt));
}

/** Whether list and detail stand side by side. */
export const isWide = ({ size }: Pick<BoardState, "size">): boolean => size.columns >= 100;

/**
 * Lines of the list and the detail pane. The header, warning, sections, message, hints and the line that Ink needs
 * take the rest.
 */
export const bodyHeight = (state: WarningState): number =>
  Math.max(1, state.size.rows - 5 - warningLines(state).length);
