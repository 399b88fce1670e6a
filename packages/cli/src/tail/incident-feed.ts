import type { ConnectionState, Incident, IncidentMessage, IncidentStatus, Severity } from "@tocsin/sdk";

/** A filter of incidents. A missing field passes all. */
export interface FeedFilter {
  readonly severities?: readonly Severity[] | undefined;
  readonly services?: readonly string[] | undefined;
}

/** A snapshot of the feed, which is replaced by every change. */
export interface FeedState {
  /** The incidents, the latest change first. */
  readonly incidents: readonly Incident[];
  /** Changes since the start. */
  readonly changes: number;
  readonly connection: Connection;
}

export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "connected" }
  /** The start of the outage in milliseconds since 1970, and its reason. */
  | { readonly kind: "lost"; readonly since: number; readonly reason: string | undefined };

/** The latest changes of incidents, as a store for a view. */
export interface Feed {
  state(): FeedState;
  /** Calls the listener after every change; returns a function to unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** Replaces all incidents, the latest change first. */
  replace(incidents: readonly Incident[]): void;
  take(message: IncidentMessage): void;
  connection(state: ConnectionState, now: number): void;
}

/** More than any terminal has lines. */
const INCIDENTS_MAX = 500;

export function passesFilter(incident: Incident, { severities, services }: FeedFilter): boolean {
  return (
    (!severities || severities.includes(incident.severity)) &&
    (!services || incident.affectedServices.some((service) => services.includes(service)))
  );
}

/** Whether a message passes the filter. Progress of a diagnosis passes if its incident did, which `shown` remembers. */
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

/** Later failures of an outage keep its start. */
function lost(before: Connection, reason: string | undefined, now: number): Connection {
  return { kind: "lost", since: before.kind === "lost" ? before.since : now, reason };
}

/** Detects status changes: returns the previous status, or undefined if the status is unchanged. */
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
