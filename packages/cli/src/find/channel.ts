import type { NotificationChannel, Tocsin } from "@tocsin/sdk";
import { findByName } from "./by-name.ts";

export const findChannel = (client: Tocsin, given: string): Promise<NotificationChannel> =>
  findByName(given, {
    what: "channel",
    list: "channel list",
    get: (id) => client.notifications.channel(id),
    things: () => client.notifications.channels(),
    namesOf: ({ name }) => [name],
  });
