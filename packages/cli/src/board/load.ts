import type { Incident, IncidentStatus, Tocsin } from "@tocsin/sdk";
import type { Incidents } from "./incidents.ts";
import type { BoardEvent } from "./reduce.ts";

/** What a board lists: all that isn't over. */
const active: readonly IncidentStatus[] = ["OPEN", "INVESTIGATING", "REMEDIATING"];

/** Incidents of the page that is painted first, and of those after it. */
const FIRST = 100;
const PAGE = 500;
/** Incidents that a board holds at the most; what is left out, it says. */
const MOST = 10_000;

interface Loading {
  readonly client: Tocsin;
  readonly signal: AbortSignal;
  dispatch(event: BoardEvent): void;
  /** What the board knows. */
  known(): Incidents;
}

/** The newest open incidents, for the first frame. */
export async function firstPage({ client }: Pick<Loading, "client">): Promise<readonly Incident[]> {
  return (await client.incidents.list({ status: "OPEN", deduplicated: true, limit: FIRST })).items;
}

/** Reads all that isn't over, page after page, up to what a board holds. */
export async function loadAll(loading: Loading): Promise<void> {
  const { dispatch } = loading;
  const before = loading.known();
  const seen = new Set<string>();
  const totals = new Map<IncidentStatus, number>();
  const tell = (done: boolean) => {
    const total = [...totals.values()].reduce((sum, each) => sum + each, 0);
    dispatch({ type: "loaded", loaded: { count: seen.size, total: Math.max(total, seen.size), done } });
  };
  await Promise.all(
    active.map((status) =>
      pages(loading, status, (items, total) => {
        totals.set(status, total ?? items.length);
        for (const { id } of items) seen.add(id);
        dispatch({ type: "changed", incidents: items });
        tell(false);
        return seen.size < MOST;
      }),
    ),
  );
  // Where not all was read, what is missing may well be there.
  if (seen.size < MOST) dispatch({ type: "settled", seen, before });
  tell(true);
}

/** Gives page after page until `take` has enough. */
async function pages(
  { client, signal }: Loading,
  status: IncidentStatus,
  take: (items: readonly Incident[], total: number | undefined) => boolean,
): Promise<void> {
  let cursor: string | undefined;
  let limit = FIRST;
  do {
    const page = await client.incidents.list({ status, deduplicated: true, limit, cursor }, { signal });
    if (!take(page.items, page.totalCount)) return;
    cursor = page.nextCursor;
    limit = PAGE;
  } while (cursor !== undefined);
}
