import type { BoardContext } from "./board-reducer.ts";
import { actionsOf, type BoardState, type Details, isWide, targetId } from "./board-state.ts";
import { failureLine } from "./run-effect.ts";

/** Scrolling through a list must not send requests. */
const DEBOUNCE_MS = 120;
const ACTIVE_ACTION_POLL_MS = 2_000;

const COMMENTS_MAX = 10;

/** Loads the details of the selected incident after a delay, and aborts when the selection changes. */
export interface DetailLoader {
  /** Called after every change of the board. */
  update(state: BoardState): void;
  /** Marks the details of an incident as outdated; of all incidents without an id. */
  invalidate(id?: string): void;
}

export function createDetailLoader(looking: BoardContext): DetailLoader {
  /** The version of the details that were read last, by incident. */
  const read = new Map<string, string>();
  const refusals = new Set<string>();
  let wanted: string | undefined;
  let current: AbortController | undefined;
  let timer: NodeJS.Timeout | undefined;

  const look = (state: BoardState) => {
    const id = state.openedId !== undefined || isWide(state) ? targetId(state) : undefined;
    const version = id === undefined ? undefined : detailVersion(state, id);
    const isRead = id === undefined || (read.get(id) === version && state.details.has(id));
    const wantedVersion = isRead ? undefined : version;
    if (wantedVersion === wanted) return;
    wanted = wantedVersion;
    current?.abort();
    clearTimeout(timer);
    if (id !== undefined && wantedVersion !== undefined)
      timer = setTimeout(() => void fetch(id, wantedVersion), DEBOUNCE_MS);
  };
  const fetch = async (id: string, version: string) => {
    const mine = new AbortController();
    current = mine;
    const signal = AbortSignal.any([looking.signal, mine.signal]);
    try {
      const details = await readDetails(id, signal, looking, refusals);
      if (signal.aborted) return;
      read.set(id, version);
      wanted = undefined;
      looking.dispatch({ type: "details", id, details });
      // The board keeps only the latest details.
      for (const each of read.keys()) if (!looking.state().details.has(each)) read.delete(each);
      if (actionsOf(looking.state(), id).some(({ status }) => status === "QUEUED" || status === "EXECUTING")) again(id);
    } catch (error) {
      if (signal.aborted) return;
      // A failure is reported once; a change of the incident or ctrl-r retries.
      read.set(id, version);
      wanted = undefined;
      looking.dispatch({ type: "details", id, details: {} });
      if (looking.state().connection.kind !== "lost") looking.dispatch({ type: "failed", text: failureLine(error) });
    }
  };
  const again = (id: string) => {
    timer = setTimeout(() => {
      read.delete(id);
      look(looking.state());
    }, ACTIVE_ACTION_POLL_MS);
  };
  looking.signal.addEventListener("abort", () => clearTimeout(timer));
  return {
    update: look,
    invalidate: (id) => {
      if (id === undefined) read.clear();
      else read.delete(id);
      look(looking.state());
    },
  };
}

/** Identifies the state that details depend on; a new version means reading again. */
function detailVersion(state: BoardState, id: string): string {
  const waiting = state.actions
    .filter(({ incidentId }) => incidentId === id)
    .map((action) => `${action.id} ${action.updatedAt}`);
  const runbooks = state.openedId === id && state.tab === "runbooks";
  return [id, state.incidents.byId.get(id)?.updatedAt, runbooks, ...waiting].join(" ");
}

async function readDetails(
  id: string,
  signal: AbortSignal,
  { client, dispatch, state }: BoardContext,
  refusals: Set<string>,
): Promise<Details> {
  const runbooks = state().openedId === id && state().tab === "runbooks";
  /** A missing permission is reported once, and the other parts are shown. */
  const allowed = async <Part>(part: Promise<Part>): Promise<Part | undefined> => {
    try {
      return await part;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "PermissionError") throw error;
      const text = failureLine(error);
      if (!refusals.has(text)) dispatch({ type: "failed", text });
      refusals.add(text);
      return undefined;
    }
  };
  const [timeline, comments, actions, recommended, incident] = await Promise.all([
    allowed(client.incidents.timelineEvents(id, { signal })),
    allowed(client.comments.list(id, { limit: COMMENTS_MAX }, { signal })),
    allowed(client.remediation.history(id, { signal })),
    runbooks ? allowed(client.runbooks.recommended(id, { signal })) : undefined,
    state().incidents.byId.has(id) ? undefined : client.incidents.get(id, { signal }),
  ]);
  if (incident) dispatch({ type: "changed", incidents: [incident] });
  return {
    ...(timeline && { timeline }),
    ...(comments && { comments: comments.items }),
    ...(actions && { actions }),
    ...(recommended && { runbooks: recommended }),
  };
}
