import type { NotificationChannel, Tocsin } from "@tocsin/sdk";
import { fullId } from "./by-id.ts";
import { findByName } from "./by-name.ts";

/** The notification channel of a name or an id. */
export const findChannel = async (client: Tocsin, given: string): Promise<NotificationChannel> =>
  fullId.test(given)
    ? client.notifications.channel(given)
    : findByName(given, {
        what: "channel",
        list: "channel list",
        things: await client.notifications.channels(),
        namesOf: ({ name }) => [name],
      });
