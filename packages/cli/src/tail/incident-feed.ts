import type { ConnectionState, Incident, IncidentMessage, IncidentStatus, Severity } from "@tocsin/sdk";

/** Which incidents are shown. A missing filter passes all. */
export interface FeedFilter {
  readonly severities?: readonly Severity[] | undefined;
  readonly services?: readonly string[] | undefined;
}

/** A snapshot of the feed; a new one for every change. */
export interface FeedState {
  /** The incidents, the latest changed first. */
  readonly incidents: readonly Incident[];
  /** Changes since the start. */
  readonly changes: number;
  readonly connection: Connection;
}

export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "connected" }
  /** Since when nothing came, in milliseconds since 1970, and why. */
  | { readonly kind: "lost"; readonly since: number; readonly reason: string | undefined };

/** The latest changes of incidents, as a view draws them. */
export interface Feed {
  state(): FeedState;
  /** Calls back at every change; gives what ends that. */
  subscribe(listener: () => void): () => void;
  /** Takes a list of incidents as the state of things, the latest changed first. */
  replace(incidents: readonly Incident[]): void;
  take(message: IncidentMessage): void;
  connection(state: ConnectionState, now: number): void;
}

/** How many incidents are kept; no terminal is higher. */
const INCIDENTS_MAX = 500;

export function passesFilter(incident: Incident, { severities, services }: FeedFilter): boolean {
  return (
    (!severities || severities.includes(incident.severity)) &&
    (!services || incident.affectedServices.some((service) => services.includes(service)))
  );
}

/** Whether a message should be passed on. The progress of a diagnosis passes with its incident, so `shown` remembers those. */
export function messagePasses(message: IncidentMessage, filter: FeedFilter, shown: Set<string>): boolean {
  if (message.type === "incident") {
    if (!passesFilter(message.incident, filter)) return false;
    shown.add(message.incident.id);
    return true;
  }
  return message.type === "reset" || (!filter.severities && !filter.services) || shown.has(message.progress.incidentId);
}

export function createFeed(filter: FeedFilter): Feed {
  let current: FeedState = { incidents: [], changes: 0, connection: { kind: "connecting" } };
  const listeners = new Set<() => void>();
  const become = (change: Partial<FeedState>) => {
    current = { ...current, ...change };
    for (const listener of listeners) listener();
  };
  return {
    state: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replace: (incidents) =>
      become({ incidents: incidents.filter((incident) => passesFilter(incident, filter)).slice(0, INCIDENTS_MAX) }),
    take: (message) => {
      if (message.type !== "incident" || !passesFilter(message.incident, filter)) return;
      const others = current.incidents.filter(({ id }) => id !== message.incident.id);
      become({ incidents: [message.incident, ...others].slice(0, INCIDENTS_MAX), changes: current.changes + 1 });
    },
    connection: (state, now) =>
      become({
        connection: state.connected ? { kind: "connected" } : lost(current.connection, state.error?.message, now),
      }),
  };
}

/** Later failures of one outage keep its beginning. */
function lost(before: Connection, reason: string | undefined, now: number): Connection {
  return { kind: "lost", since: before.kind === "lost" ? before.since : now, reason };
}

/** The status that an incident moved from, where a change moved it at all; for those who only want the moves. */
export function createStatusTracker(): (
  incident: Incident,
) => { readonly from: IncidentStatus | undefined } | undefined {
  const last = new Map<string, IncidentStatus>();
  return ({ id, status }) => {
    const from = last.get(id);
    last.set(id, status);
    return from === status ? undefined : { from };
  };
}
