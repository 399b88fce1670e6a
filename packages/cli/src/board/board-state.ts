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
import { emptyIncidentIndex } from "./incident-index.ts";
import { type WarningState, warningLines } from "./refusal-warning.ts";
import { filteredRows, isAction, type Row, type Section, type SectionSource } from "./sections.ts";

export const tabs = ["overview", "timeline", "evidence", "actions", "runbooks"] as const;
export type Tab = (typeof tabs)[number];

/** What is known about an incident besides itself. A part that is missing was not read yet. */
export interface Details {
  readonly timeline?: readonly TimelineEvent[];
  readonly comments?: readonly Comment[];
  readonly actions?: readonly RemediationAction[];
  readonly runbooks?: RecommendedRunbooks;
}

export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  /** Milliseconds since 1970: since when nothing came, and when it is tried again; undefined where it isn't. */
  | {
      readonly kind: "lost";
      readonly since: number;
      readonly retryAt: number | undefined;
      readonly reason: string | undefined;
    };

/** What a person is asked before it is done. */
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

/** What policy says now; or why that couldn't be asked; or what an approval that was tried was answered with. */
export type PolicyCheck =
  | { readonly preview: RemediationPreview }
  | { readonly failure: string }
  | { readonly refusal: string };

/** Whether policy denies it as far as that is known: no reason overrides a denial. */
export const isDeniedByPolicy = (policyCheck: PolicyCheck | undefined): boolean =>
  policyCheck !== undefined && "preview" in policyCheck && policyCheck.preview.verdict === "deny";

export interface ConfirmMode {
  readonly kind: "confirm";
  readonly question: Question;
  /** Guardrails stand against it: it needs a reason. */
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
  /** `at` is the place in the history, its length for a new line. */
  | { readonly kind: "command"; readonly text: string; readonly at: number }
  | { readonly kind: "comment"; readonly text: string; readonly ids: readonly string[] }
  | { readonly kind: "choose"; readonly title: string; readonly choices: readonly Choice[]; readonly at: number }
  | ConfirmMode;

/** What is to be done outside of the state. */
export type Effect =
  /** `takenBy` is given those that nobody has. */
  | { readonly do: "status"; readonly moves: readonly StatusChange[]; readonly takenBy?: string | undefined }
  | { readonly do: "diagnose"; readonly ids: readonly string[] }
  | { readonly do: "assign"; readonly ids: readonly string[]; readonly memberId: string | null; readonly name: string }
  | { readonly do: "feedback"; readonly ids: readonly string[]; readonly verdict: FeedbackVerdict }
  | { readonly do: "comment"; readonly ids: readonly string[]; readonly body: string }
  | { readonly do: "preview"; readonly fix: SuggestedFix; readonly request: RemediationRequest }
  | { readonly do: "checkPolicy"; readonly action: RemediationAction }
  | { readonly do: "request"; readonly request: RemediationRequest }
  | {
      readonly do: "approve" | "reject";
      readonly action: RemediationAction;
      readonly reason: string | undefined;
    }
  | { readonly do: "reload" }
  | { readonly do: "quit"; readonly interrupted: boolean };

export interface StatusChange {
  readonly id: string;
  readonly from: IncidentStatus;
  readonly to: IncidentStatus;
}

/** What of the board is looked at. */
export interface View {
  readonly section: Section;
  readonly openedId: string | undefined;
  readonly tab: Tab;
}

/** The row that a section stands on; its place counts where the row has gone. */
interface Cursor {
  readonly id: string;
  readonly index: number;
}

export interface BoardState extends SectionSource, WarningState, View {
  /** Where it is connected to, and as whom. */
  readonly address: string;
  readonly author: string;
  /** What the server calls whoever looks. */
  readonly sub: string | undefined;
  readonly readOnly: boolean;
  readonly connection: Connection;
  /** How much of what isn't over was read; `total` may be more than a board holds. */
  readonly loaded: { readonly count: number; readonly total: number; readonly isComplete: boolean };
  readonly team: readonly TeamMember[];
  /** Incidents opened in each hour of the last day. */
  readonly hours: readonly number[];
  readonly cursors: Readonly<Partial<Record<Section, Cursor>>>;
  readonly marks: ReadonlySet<string>;
  /** Id of the incident that is read; undefined while the list has the keys. */
  readonly openedId: string | undefined;
  /** First line of the detail pane that is shown. */
  readonly scroll: number;
  /** The action of the actions tab that y and n mean. */
  readonly actionIndex: number;
  readonly mode: Mode;
  readonly history: readonly string[];
  readonly details: ReadonlyMap<string, Details>;
  /** What goes on with diagnoses, by id of the incident. */
  readonly progress: ReadonlyMap<string, string>;
  /** Failures that were not read yet, the oldest first, and after them what was done last. */
  readonly failures: readonly string[];
  readonly notice: string | undefined;
  /** The latest that the stream told, in a few words. */
  readonly latestChange: string | undefined;
  readonly undo: readonly StatusChange[];
  /** The views that were gone to, and which of them is shown. */
  readonly viewHistory: { readonly views: readonly View[]; readonly at: number };
  /** The view that was left last. */
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
  incidents: emptyIncidentIndex,
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

/** The row that the section stands on: the same thing wherever it moved to, and its neighbour where it has gone. */
export function selection(state: BoardState): { readonly index: number; readonly row: Row | undefined } {
  const rows = filteredRows(state.section, state);
  const place = state.cursors[state.section];
  if (!place) return { index: 0, row: rows[0] };
  const found = rows[place.index]?.id === place.id ? place.index : rows.findIndex(({ id }) => id === place.id);
  const index = found === -1 ? Math.max(0, Math.min(place.index, rows.length - 1)) : found;
  return { index, row: rows[index] };
}

/** The incident that keys mean: the one that is read, or the one of the selected row. */
export function targetId(state: BoardState): string | undefined {
  if (state.openedId !== undefined) return state.openedId;
  const { row } = selection(state);
  return row && isAction(row) ? row.incidentId : row?.id;
}

/** The same as far as it is known. */
export function target(state: BoardState): Incident | undefined {
  const id = targetId(state);
  return id === undefined ? undefined : state.incidents.byId.get(id);
}

/** The action that y and n mean. */
export function targetAction(state: BoardState): RemediationAction | undefined {
  if (state.openedId === undefined) {
    const { row } = selection(state);
    return row && isAction(row) ? row : undefined;
  }
  return state.tab === "actions" ? actionsOf(state, state.openedId)[state.actionIndex] : undefined;
}

/** The actions of an incident as far as they are known, those that wait first. */
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

/** Lines for the list or the detail pane: all but heading, warning, sections, message, keys, and the one that Ink needs. */
export const bodyHeight = (state: WarningState): number =>
  Math.max(1, state.size.rows - 5 - warningLines(state).length);
