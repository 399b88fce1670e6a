import type { ConnectionState, FollowOptions, IncidentMessage, Tocsin } from "@tocsin/sdk";
import type { Feed } from "./incident-feed.ts";

/** Incidents that a view begins with; it shows no more than fit on a terminal. */
const LIST_LIMIT = 100;

/**
 * The messages of the stream. It ends where its first connection fails, since then the address is more likely wrong
 * than the server away; what happens to later ones `onConnectionChange` is told.
 */
export async function* followReachable(
  client: Tocsin,
  options: FollowOptions,
): AsyncGenerator<IncidentMessage, void, undefined> {
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  let reached = false;
  const onConnectionChange: FollowOptions["onConnectionChange"] = (state) => {
    reached ||= state.connected;
    if (reached) options.onConnectionChange?.(state);
    else if (!state.connected) stop.abort(state.error);
  };
  try {
    yield* client.incidents.stream({ ...options, signal, onConnectionChange });
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  }
}

/**
 * Keeps a feed up to date until the signal aborts. The incidents are listed once the stream is open, so that none
 * falls between, and its messages wait for the list, so that the list doesn't undo what they tell.
 */
export async function followFeed(
  feed: Feed,
  client: Tocsin,
  { signal, lastEventId }: { readonly signal: AbortSignal; readonly lastEventId: string | undefined },
): Promise<void> {
  const failed = Promise.withResolvers<never>();
  let listed: Promise<void> = Promise.resolve();
  let connection: ConnectionState | undefined;
  const showConnection = () => connection && feed.connection(connection, Date.now());
  const list = () => {
    listed = listed.then(async () => {
      const { items } = await client.incidents.list({ limit: LIST_LIMIT }, { signal });
      feed.replace(items.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt)));
      showConnection();
    });
    listed.catch(failed.reject);
  };
  const onConnectionChange = (state: ConnectionState) => {
    connection = state;
    // Connected without the list would look as if there were no incidents.
    if (state.connected && !state.resumed) list();
    else showConnection();
  };
  const follow = async () => {
    for await (const message of followReachable(client, { signal, lastEventId, onConnectionChange })) {
      if (message.type === "reset") list();
      await listed;
      feed.take(message);
    }
  };
  await Promise.race([follow(), failed.promise]);
}
