import type { ConnectionState, Incident, IncidentMessage, Tocsin } from "@tocsin/sdk";
import { paced } from "./pace.ts";
import { failureLine } from "./perform.ts";
import type { BoardEvent } from "./reduce.ts";
import type { Connection } from "./state.ts";

/** The server says every 15 s that it is there; without that the connection counts as lost. */
const SILENT_MS = 20_000;
/** What the stream tells is shown at most fifteen times a second. */
const FRAME_MS = 66;

interface Following {
  readonly client: Tocsin;
  readonly signal: AbortSignal;
  dispatch(event: BoardEvent): void;
  /** Where the board stands, to know since when a connection is lost. */
  connection(): Connection;
  /** The list is to be read: what comes from here on is on the stream. */
  list(): void;
  /** Incidents changed. */
  changed(ids: readonly string[]): void;
}

/** Follows the stream until the signal aborts or trying again can't help. */
export async function follow(following: Following): Promise<void> {
  const { client, signal, dispatch } = following;
  const gathered = gather(following);
  const onConnectionChange = (state: ConnectionState) => {
    dispatch({ type: "connection", connection: connectionAfter(following.connection(), state, Date.now()) });
    if (state.connected && !state.resumed) following.list();
  };
  try {
    for await (const message of client.incidents.stream({ signal, idleTimeoutMs: SILENT_MS, onConnectionChange })) {
      if (message.type === "reset") following.list();
      else gathered.take(message);
    }
  } catch (error) {
    if (signal.aborted) return;
    const before = following.connection();
    const since = before.kind === "lost" ? before.since : Date.now();
    dispatch({
      type: "connection",
      connection: { kind: "lost", since, retryAt: undefined, reason: failureLine(error) },
    });
  } finally {
    gathered.stop();
  }
}

/** Later failures of one outage keep its beginning; where nothing came for long, it began when the silence did. */
export function connectionAfter(before: Connection, state: ConnectionState, now: number): Connection {
  if (state.connected) return { kind: "live" };
  const silent = state.error?.name === "TimeoutError" && before.kind === "live" ? SILENT_MS : 0;
  const since = before.kind === "lost" ? before.since : now - silent;
  return { kind: "lost", since, retryAt: now + state.retryInMs, reason: state.error?.message };
}

type News = Exclude<IncidentMessage, { readonly type: "reset" }>;

/** Many messages make one change of the board. */
function gather({ dispatch, changed }: Following) {
  let incidents: Incident[] = [];
  let lines = new Map<string, string | undefined>();
  const pace = paced(FRAME_MS, () => {
    const [all, progress] = [incidents, lines];
    incidents = [];
    lines = new Map();
    if (all.length > 0) {
      dispatch({ type: "changed", incidents: all });
      changed(all.map(({ id }) => id));
    }
    if (progress.size > 0) dispatch({ type: "progress", lines: progress });
  });
  return {
    take: (message: News) => {
      if (message.type === "incident") incidents.push(message.incident);
      else {
        const { incidentId, stage, diagnosisStatus, message: text } = message.progress;
        const ended = stage === "finished" || !["PENDING", "RUNNING"].includes(diagnosisStatus);
        lines.set(incidentId, ended ? undefined : text);
      }
      pace.ask();
    },
    stop: pace.stop,
  };
}
