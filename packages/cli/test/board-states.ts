import type { Incident, RemediationAction } from "@tocsin/sdk";
import { type BoardEvent, reduceBoard } from "../src/board/board-reducer.ts";
import { type BoardOptions, type BoardState, type Effect, initialState } from "../src/board/board-state.ts";
import { incident } from "./fake-tocsin.ts";

export const now = Date.parse("2026-11-20T08:05:00.000Z");

/** Incidents `i0`, `i1`, … each a minute older than the one before. */
export const numbered = (count: number, fields: (n: number) => Partial<Incident> = () => ({})): Incident[] =>
  Array.from({ length: count }, (_, n) => {
    const createdAt = new Date(now - n * 60_000).toISOString();
    return incident({
      id: `${String(n).padStart(8, "0")}-id`,
      title: `number ${n}`,
      createdAt,
      updatedAt: createdAt,
      ...fields(n),
    });
  });

/** An action that waits for approval. */
export const action = (fields: Partial<RemediationAction> = {}): RemediationAction => ({
  id: "a0000001-0000-7000-8000-000000000001",
  incidentId: "00000000-id",
  actionType: "restart-service",
  status: "PENDING_APPROVAL",
  performedBy: "grace",
  serviceName: "checkout",
  environment: "production",
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
  details: {
    policy: { rules: [{ rule: "production-by-hand", says: "manual", reason: "Production waits for a person." }] },
  },
  error: null,
  organizationId: "default",
  severity: "HIGH",
  parameters: { replicas: 3 },
  origin: "person",
  mode: "simulate",
  plan: {
    actionType: "restart-service",
    mode: "simulate",
    target: { deployment: "checkout", namespace: "shop" },
    parameters: { replicas: 3 },
    blastRadius: 2,
    rollback: null,
  },
  planHash: "abcdef0123456789",
  approvalExpiresAt: "2026-11-20T09:00:00.000Z",
  verification: null,
  ...fields,
});

/** A live board with the given incidents. */
export function boardWith(
  incidents: readonly Incident[],
  start: Partial<BoardOptions> = {},
  ...events: readonly BoardEvent[]
): BoardState {
  const initial = initialState({
    size: { columns: 120, rows: 30 },
    address: "acme http://x.test",
    author: "Ada Lovelace",
    sub: "ada",
    readOnly: false,
    section: "unacknowledged",
    ...start,
  });
  return afterEvents(
    initial,
    { type: "connection", connection: { kind: "live" } },
    { type: "changed", incidents },
    { type: "loaded", loaded: { count: incidents.length, total: incidents.length, isComplete: true } },
    ...events,
  );
}

export const afterEvents = (state: BoardState, ...events: readonly BoardEvent[]): BoardState =>
  events.reduce((before, event) => reduceBoard(before, event).state, state);

/** The state after some keys, and all that is to be done because of them. */
export function pressKeys(
  state: BoardState,
  ...keys: readonly string[]
): { state: BoardState; effects: readonly Effect[] } {
  let after = state;
  const effects: Effect[] = [];
  for (const key of keys) {
    const step = reduceBoard(after, { type: "key", key });
    after = step.state;
    effects.push(...step.effects);
  }
  return { state: after, effects };
}

/** The same for what is typed letter by letter. */
export const type = (text: string): string[] => [...text];
