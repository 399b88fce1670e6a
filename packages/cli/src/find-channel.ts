import type { NotificationChannel, Tocsin } from "@tocsin/sdk";
import { findById } from "./find-by-id.ts";

/** The notification channel of a name, of an id, or of the only id that begins with the given characters. */
export async function findChannel(client: Tocsin, given: string): Promise<NotificationChannel> {
  const channels = await client.notifications.channels();
  const named = channels.find(({ name, id }) => name === given || id === given);
  if (named) return named;
  return findById(given, {
    what: "channel",
    list: "channel list",
    get: (id) => client.notifications.channel(id),
    newest: () => channels,
    nameOf: ({ name }) => name,
  });
}
