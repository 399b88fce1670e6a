import type { ConnectionState, Incident, IncidentMessage } from "@tocsin/sdk";
import type { BoardContext } from "./board-reducer.ts";
import type { Connection } from "./board-state.ts";
import { failureLine } from "./run-effect.ts";
import { throttle } from "./throttle.ts";

/** The server sends a heartbeat every 15 s; without one the connection counts as lost. */
const IDLE_TIMEOUT_MS = 20_000;
/** Stream messages change the screen at most fifteen times a second. */
const FRAME_INTERVAL_MS = 66;

interface FollowerContext extends BoardContext {
  /** Reads the list; later changes come with the stream. */
  list(): void;
  /** Called with the ids of changed incidents. */
  changed(ids: readonly string[]): void;
}

/** Follows the stream until the signal aborts or an error is permanent. */
export async function followStream(following: FollowerContext): Promise<void> {
  const { client, signal, dispatch } = following;
  const gathered = batchMessages(following);
  const onConnectionChange = (state: ConnectionState) => {
    dispatch({ type: "connection", connection: nextConnection(following.state().connection, state, Date.now()) });
    if (state.connected && !state.resumed) following.list();
  };
  try {
    for await (const message of client.incidents.stream({
      signal,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      onConnectionChange,
    })) {
      if (message.type === "reset") following.list();
      else gathered.take(message);
    }
  } catch (error) {
    if (signal.aborted) return;
    const before = following.state().connection;
    const since = before.kind === "lost" ? before.since : Date.now();
    dispatch({
      type: "connection",
      connection: { kind: "lost", since, retryAt: undefined, reason: failureLine(error) },
    });
  } finally {
    gathered.stop();
  }
}

/** Later failures of an outage keep its start. After an idle timeout the outage started with the silence. */
export function nextConnection(before: Connection, state: ConnectionState, now: number): Connection {
  if (state.connected) return { kind: "live" };
  const silent = state.error?.name === "TimeoutError" && before.kind === "live" ? IDLE_TIMEOUT_MS : 0;
  const since = before.kind === "lost" ? before.since : now - silent;
  return { kind: "lost", since, retryAt: now + state.retryInMs, reason: state.error?.message };
}

type StreamMessage = Exclude<IncidentMessage, { readonly type: "reset" }>;

/** Batches messages, so that many of them change the board once. */
function batchMessages({ dispatch, changed }: FollowerContext) {
  let incidents: Incident[] = [];
  let lines = new Map<string, string | undefined>();
  const pace = throttle(FRAME_INTERVAL_MS, () => {
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
    take: (message: StreamMessage) => {
      if (message.type === "incident") incidents.push(message.incident);
      else {
        const { incidentId, stage, diagnosisStatus, message: text } = message.progress;
        const ended = stage === "finished" || !["PENDING", "RUNNING"].includes(diagnosisStatus);
        lines.set(incidentId, ended ? undefined : text);
      }
      pace.schedule();
    },
    stop: pace.stop,
  };
}
