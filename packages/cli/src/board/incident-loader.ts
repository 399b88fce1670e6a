import type { Incident, IncidentStatus } from "@tocsin/sdk";
import type { BoardContext } from "./board-reducer.ts";

const activeStatuses: readonly IncidentStatus[] = ["OPEN", "INVESTIGATING", "REMEDIATING"];

/** The first page is small, so that the board is drawn early. */
const FIRST_PAGE_SIZE = 100;
const PAGE_SIZE = 500;
const INCIDENTS_MAX = 10_000;

/** Reads the newest open incidents for the first frame. */
export async function loadFirstPage({ client }: Pick<BoardContext, "client">): Promise<readonly Incident[]> {
  return (await client.incidents.list({ status: "OPEN", deduplicated: true, limit: FIRST_PAGE_SIZE })).items;
}

/** Reads the active incidents up to the maximum of the board. */
export async function loadActiveIncidents(loading: BoardContext): Promise<void> {
  const { dispatch } = loading;
  const before = loading.state().incidents;
  const seen = new Set<string>();
  const totals = new Map<IncidentStatus, number>();
  const reportProgress = (isComplete: boolean) => {
    const total = [...totals.values()].reduce((sum, each) => sum + each, 0);
    dispatch({ type: "loaded", loaded: { count: seen.size, total: Math.max(total, seen.size), isComplete } });
  };
  await Promise.all(
    activeStatuses.map((status) =>
      readPages(loading, status, (items, total) => {
        totals.set(status, total ?? items.length);
        for (const { id } of items) seen.add(id);
        dispatch({ type: "changed", incidents: items });
        reportProgress(false);
        return seen.size < INCIDENTS_MAX;
      }),
    ),
  );
  // After an incomplete read, a missing incident may still exist.
  if (seen.size < INCIDENTS_MAX) dispatch({ type: "settled", seen, before });
  reportProgress(true);
}

/** Reads pages until `take` returns false. */
async function readPages(
  { client, signal }: BoardContext,
  status: IncidentStatus,
  take: (items: readonly Incident[], total: number | undefined) => boolean,
): Promise<void> {
  let cursor: string | undefined;
  let limit = FIRST_PAGE_SIZE;
  do {
    const page = await client.incidents.list({ status, deduplicated: true, limit, cursor }, { signal });
    if (!take(page.items, page.totalCount)) return;
    cursor = page.nextCursor;
    limit = PAGE_SIZE;
  } while (cursor !== undefined);
}
