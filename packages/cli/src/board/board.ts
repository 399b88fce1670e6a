import type { Incident, TeamMember, Tocsin } from "@tocsin/sdk";
import { follow } from "./follow.ts";
import { loadAll } from "./load.ts";
import { createLook } from "./look.ts";
import { paced } from "./pace.ts";
import { failureLine, perform } from "./perform.ts";
import { type BoardEvent, reduce } from "./reduce.ts";
import { PENDING_MOST } from "./sections.ts";
import { type BoardState, initialState, type Start } from "./state.ts";

/** How often approvals are asked for: at the most while things change, and at the least. */
const PENDING_MS = 2_000;
const PENDING_IDLE_MS = 30_000;
const HOURS_MS = 30_000;
const HOURS_IDLE_MS = 600_000;
const REFUSALS_MS = 10_000;

/** A board as a view sees it. */
export interface Board {
  state(): BoardState;
  /** Calls back at every change; gives what ends that. */
  subscribe(listener: () => void): () => void;
  dispatch(event: BoardEvent): void;
  /** Resolves once the reader leaves, with true for Ctrl-C. */
  readonly left: Promise<boolean>;
  close(): void;
}

interface BoardOptions extends Start {
  readonly client: Tocsin;
  readonly first: readonly Incident[];
  /** The member of the team that somebody is. */
  readonly memberOf: (team: readonly TeamMember[]) => string | undefined;
}

/** A board that is kept up to date until it is closed. */
export function createBoard({ client, first, memberOf, ...start }: BoardOptions): Board {
  const leave = new AbortController();
  const { signal } = leave;
  const left = Promise.withResolvers<boolean>();
  const listeners = new Set<() => void>();
  let state = reduce(initialState(start), { type: "changed", incidents: first }).state;

  const dispatch = (event: BoardEvent): void => {
    if (signal.aborted) return;
    const next = reduce(state, event);
    const isNew = next.state !== state;
    state = next.state;
    for (const effect of next.effects) void perform(effect, doing);
    if (!isNew) return;
    look.at(state);
    for (const listener of listeners) listener();
  };
  const look = createLook({ client, signal, dispatch, state: () => state });
  const beside = readBeside({ client, signal, dispatch, state: () => state, memberOf });
  const connection = connecting({ client, signal, dispatch, state: () => state, changed: beside.changed });

  const doing = {
    client,
    author: start.author,
    signal,
    dispatch,
    state: () => state,
    touched: (id: string) => {
      look.forget(id);
      beside.changed();
    },
    reload: () => {
      look.forget();
      connection.again();
      beside.all();
    },
    leave: left.resolve,
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

interface Beside extends Pick<BoardOptions, "client" | "memberOf"> {
  readonly signal: AbortSignal;
  dispatch(event: BoardEvent): void;
  state(): BoardState;
}

/** What is read beside the list and the stream: what waits for approval, the last day, the team, what was refused. */
function readBeside({ client, signal, dispatch, state, memberOf }: Beside) {
  /** What isn't allowed is said once, and not asked for again. */
  const refused = new Set<object>();
  /** What fails while the connection is lost the banner says already. */
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
    const filter = { status: "PENDING_APPROVAL" as const, limit: PENDING_MOST };
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
    refusals: await client.events.refusals({ signal }).catch(noneWhereUnknown),
  }));
  const pending = paced(PENDING_MS, readPending);
  const hours = paced(HOURS_MS, readHours);
  const timers = [
    setInterval(pending.ask, PENDING_IDLE_MS),
    setInterval(hours.ask, HOURS_IDLE_MS),
    setInterval(readRefusals, REFUSALS_MS),
  ];
  return {
    /** Incidents changed: approvals and the last day may have, too. */
    changed: () => {
      pending.ask();
      hours.ask();
    },
    all: () => {
      pending.ask();
      hours.ask();
      void readTeam();
      void readRefusals();
    },
    stop: () => {
      for (const each of [pending, hours]) each.stop();
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** A server of an earlier version has no such list. */
function noneWhereUnknown(error: Error): [] {
  if (error.name === "NotFoundError") return [];
  throw error;
}

interface Connecting {
  readonly client: Tocsin;
  readonly signal: AbortSignal;
  dispatch(event: BoardEvent): void;
  state(): BoardState;
  changed(): void;
}

/** The stream, and the list that is read whenever the stream begins anew. */
function connecting({ client, signal, dispatch, state, changed }: Connecting) {
  let current: AbortController | undefined;
  let loading: AbortController | undefined;
  const list = () => {
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    const until = AbortSignal.any([signal, mine.signal]);
    loadAll({ client, signal: until, dispatch, known: () => state().incidents }).catch((error: unknown) => {
      if (!until.aborted)
        dispatch({ type: "failed", text: `The list could not be read, ctrl-r tries again: ${failureLine(error)}` });
    });
  };
  return {
    /** Connects anew, whatever was before. */
    again: () => {
      current?.abort();
      const mine = new AbortController();
      current = mine;
      const until = AbortSignal.any([signal, mine.signal]);
      void follow({ client, signal: until, dispatch, connection: () => state().connection, list, changed });
    },
  };
}
