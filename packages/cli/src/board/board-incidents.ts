import type { Incident, Severity } from "@tocsin/sdk";

/** The incidents of the board by id and in the order of every section. */
export interface BoardIncidents {
  readonly byId: ReadonlyMap<string, Incident>;
  /** The most severe first, then the newest. */
  readonly order: readonly Incident[];
}

export const emptyBoardIncidents: BoardIncidents = { byId: new Map(), order: [] };

const rank: Readonly<Record<Severity, number>> = { CRITICAL: 0, HIGH: 1, MEDIUM: 2, LOW: 3 };

const compareIncidents = (a: Incident, b: Incident): number => {
  if (a.severity !== b.severity) return rank[a.severity] - rank[b.severity];
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
};

/** Merges changed incidents. Older versions are ignored, and merged incidents are left out. */
export function mergeIncidents(held: BoardIncidents, given: readonly Incident[]): BoardIncidents {
  const changed = new Map<string, Incident>();
  for (const incident of given) {
    const known = changed.get(incident.id) ?? held.byId.get(incident.id);
    if (!known || known.updatedAt <= incident.updatedAt) changed.set(incident.id, incident);
  }
  if (changed.size === 0) return held;
  const added = [...changed.values()]
    .filter(({ parentIncidentId }) => parentIncidentId === null)
    .sort(compareIncidents);
  return createIndex(
    mergeSorted(
      held.order.filter(({ id }) => !changed.has(id)),
      added,
    ),
  );
}

export function filterIncidents(held: BoardIncidents, keep: (incident: Incident) => boolean): BoardIncidents {
  const order = held.order.filter(keep);
  return order.length === held.order.length ? held : createIndex(order);
}

const createIndex = (order: readonly Incident[]): BoardIncidents => ({
  byId: new Map(order.map((incident) => [incident.id, incident])),
  order,
});

/** Merges two sorted lists. */
function mergeSorted(left: readonly Incident[], right: readonly Incident[]): readonly Incident[] {
  const all: Incident[] = [];
  let next = 0;
  for (const incident of left) {
    for (let other = right[next]; other && compareIncidents(other, incident) < 0; other = right[next]) {
      all.push(other);
      next += 1;
    }
    all.push(incident);
  }
  all.push(...right.slice(next));
  return all;
}
