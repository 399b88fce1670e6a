import type { Incident, TeamMember, Tocsin } from "@tocsin/sdk";
import { ignoreNotFound } from "../find/by-id.ts";
import { type BoardContext, type BoardEvent, reduceBoard } from "./board-reducer.ts";
import { type BoardOptions, type BoardState, initialState } from "./board-state.ts";
import { createDetailLoader } from "./detail-loader.ts";
import { loadActiveIncidents } from "./incident-loader.ts";
import { failureLine, runEffect } from "./run-effect.ts";
import { PENDING_ACTIONS_MAX } from "./sections.ts";
import { followStream } from "./stream-follower.ts";
import { throttle } from "./throttle.ts";

/** Pending approvals are polled at the minimum interval after changes, and at the maximum otherwise. */
const APPROVALS_INTERVAL_MIN_MS = 2_000;
const APPROVALS_INTERVAL_MAX_MS = 30_000;
const HOURS_INTERVAL_MIN_MS = 30_000;
const HOURS_INTERVAL_MAX_MS = 600_000;
const REFUSALS_INTERVAL_MS = 10_000;

/** The store of a board: state, subscription and dispatch. */
export interface BoardStore {
  state(): BoardState;
  /** Calls the listener after every change; returns a function to unsubscribe. */
  subscribe(listener: () => void): () => void;
  dispatch(event: BoardEvent): void;
  /** Resolves when the user quits, with true for Ctrl-C. */
  readonly left: Promise<boolean>;
  close(): void;
}

interface StoreOptions extends BoardOptions {
  readonly client: Tocsin;
  readonly first: readonly Incident[];
  /** Finds the user among the team. */
  readonly memberOf: (team: readonly TeamMember[]) => string | undefined;
}

/** Creates a store that is kept up to date until it is closed. */
export function createBoardStore({ client, first, memberOf, ...start }: StoreOptions): BoardStore {
  const leave = new AbortController();
  const { signal } = leave;
  const left = Promise.withResolvers<boolean>();
  const listeners = new Set<() => void>();
  let state = reduceBoard(initialState(start), { type: "changed", incidents: first }).state;

  const dispatch = (event: BoardEvent): void => {
    if (signal.aborted) return;
    const next = reduceBoard(state, event);
    const isNew = next.state !== state;
    state = next.state;
    for (const effect of next.effects) void runEffect(effect, effectContext);
    if (!isNew) return;
    look.update(state);
    for (const listener of listeners) listener();
  };
  const context = { client, signal, dispatch, state: () => state };
  const look = createDetailLoader(context);
  const beside = createPollers({ ...context, memberOf });
  const connection = createConnection({ ...context, changed: beside.changed });

  const effectContext = {
    ...context,
    author: start.author,
    invalidate: (id: string) => {
      look.invalidate(id);
      beside.changed();
    },
    reload: () => {
      look.invalidate();
      connection.again();
      beside.all();
    },
    quit: left.resolve,
  };
  connection.again();
  beside.all();
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
    left: left.promise,
    close: () => {
      leave.abort();
      beside.stop();
    },
  };
}

type PollerContext = BoardContext & Pick<StoreOptions, "memberOf">;

/** Polls pending approvals, hourly counts, the team and refusals of telemetry. */
function createPollers({ client, signal, dispatch, state, memberOf }: PollerContext) {
  /** Requests without permission are reported once and not repeated. */
  const refused = new Set<object>();
  /** The header already reports failures while the connection is lost. */
  const reading = (what: () => Promise<BoardEvent>) => async () => {
    if (refused.has(what)) return;
    try {
      dispatch(await what());
    } catch (error) {
      if (signal.aborted || state().connection.kind === "lost") return;
      if (error instanceof Error && error.name === "PermissionError") refused.add(what);
      dispatch({ type: "failed", text: failureLine(error) });
    }
  };
  const readPending = reading(async () => {
    const filter = { status: "PENDING_APPROVAL" as const, limit: PENDING_ACTIONS_MAX };
    return { type: "pending", actions: await client.remediation.actions(filter, { signal }) };
  });
  const readHours = reading(async () => {
    const counts = await client.incidents.hourly({ hours: 24 }, { signal });
    return { type: "hours", hours: counts.map(({ count }) => count) };
  });
  const readTeam = reading(async () => {
    const team = await client.team.list({ signal });
    return { type: "team", team, memberId: memberOf(team) };
  });
  const readRefusals = reading(async () => ({
    type: "refusals",
    refusals: (await ignoreNotFound(client.events.refusals({ signal }))) ?? [],
  }));
  const pending = throttle(APPROVALS_INTERVAL_MIN_MS, readPending);
  const hours = throttle(HOURS_INTERVAL_MIN_MS, readHours);
  const timers = [
    setInterval(pending.schedule, APPROVALS_INTERVAL_MAX_MS),
    setInterval(hours.schedule, HOURS_INTERVAL_MAX_MS),
    setInterval(readRefusals, REFUSALS_INTERVAL_MS),
  ];
  return {
    /** Changed incidents may change approvals and counts. */
    changed: () => {
      pending.schedule();
      hours.schedule();
    },
    all: () => {
      pending.schedule();
      hours.schedule();
      void readTeam();
      void readRefusals();
    },
    stop: () => {
      for (const each of [pending, hours]) each.stop();
      for (const timer of timers) clearInterval(timer);
    },
  };
}

interface ConnectionContext extends BoardContext {
  changed(): void;
}

/** Connects the stream, and reads the list whenever it restarts. */
function createConnection({ client, signal, dispatch, state, changed }: ConnectionContext) {
  let current: AbortController | undefined;
  let loading: AbortController | undefined;
  const list = () => {
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    const until = AbortSignal.any([signal, mine.signal]);
    loadActiveIncidents({ client, signal: until, dispatch, state }).catch((error: unknown) => {
      if (!until.aborted)
        dispatch({ type: "failed", text: `Cannot read the list; press ctrl-r to retry: ${failureLine(error)}` });
    });
  };
  return {
    /** Drops the current connection and connects again. */
    again: () => {
      current?.abort();
      const mine = new AbortController();
      current = mine;
      const until = AbortSignal.any([signal, mine.signal]);
      void followStream({ client, signal: until, dispatch, state, list, changed });
    },
  };
}
