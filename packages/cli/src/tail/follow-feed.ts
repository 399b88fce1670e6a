import type { ConnectionState, FollowOptions, IncidentMessage, Tocsin } from "@tocsin/sdk";
import type { Feed } from "./incident-feed.ts";

const LIST_LIMIT = 100;

/**
 * Follows the stream. It fails if the first connection fails, because then the address is probably wrong; later
 * failures are reported to `onConnectionChange`.
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
 * Keeps a feed up to date until the signal aborts. The list is read once the stream is open, so that no change is
 * missed. Messages wait for the list, so that it doesn't overwrite them.
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
    // Without the list a connected view would show no incidents.
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
