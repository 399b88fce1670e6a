import type { components } from "../../generated/interfaces.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import { DELIVERIES_LIMIT_DEFAULT, type Delivery, type KnownChannel } from "../../notify/channel-store.ts";
import {
  addChannel,
  changeChannel,
  channelStateOf,
  type ManageDeps,
  testChannel,
} from "../../notify/manage-channels.ts";
import { created, nextLink, ok } from "./answers.ts";
import type { Routes } from "./route.ts";

type Schemas = components["schemas"];

export interface NotificationRoutesDeps {
  readonly notifications: ManageDeps;
}

/** Channels of notifications and their deliveries; an extension of our own. */
export const notificationRoutes = ({ notifications }: NotificationRoutesDeps) => {
  const { channels, clock } = notifications;
  const present = (known: KnownChannel, secret: string | null = null): Schemas["NotificationChannel"] =>
    presentChannel(notifications, known, secret);
  return {
    listNotificationChannels: async ({ scope }) => ok((await channels.list(scope)).map((known) => present(known))),
    createNotificationChannel: async ({ scope, body }) => {
      const { settings, ...given } = body;
      const { secret, ...known } = await addChannel(notifications, scope, { ...given, settings: { ...settings } });
      return created(present(known, secret));
    },
    getNotificationChannel: async ({ scope, path }) => ok(present(await channels.get(scope, path.id))),
    updateNotificationChannel: async ({ scope, path, body }) => {
      const { settings, ...change } = body;
      const changed = settings === undefined ? change : { ...change, settings: { ...settings } };
      return ok(present(await changeChannel(notifications, scope, path.id, changed)));
    },
    deleteNotificationChannel: async ({ scope, path }) => {
      await channels.remove(scope, path.id);
      return ok({ deleted: true });
    },
    testNotificationChannel: async ({ scope, path }) => {
      const outcome = await testChannel(notifications, scope, path.id);
      return ok({ delivered: outcome.delivered, reason: outcome.delivered ? null : outcome.reason });
    },
    listNotificationDeliveries: async ({ scope, query, request }) => {
      const page = await channels.deliveries(scope, { ...query, limit: query.limit ?? DELIVERIES_LIMIT_DEFAULT });
      return ok(page.deliveries.map(presentDelivery), nextLink(request, page.cursor));
    },
    replayNotificationDelivery: async ({ scope, path }) =>
      ok(presentDelivery(await channels.replay(scope, path.id, clock.now()))),
  } satisfies Partial<Routes>;
};

function presentChannel(deps: ManageDeps, known: KnownChannel, secret: string | null): Schemas["NotificationChannel"] {
  const { sealed: _sealed, ...channel } = known.channel;
  const { lastDeliveredAt, consecutiveFailures, waiting, dead } = known.health;
  const { state, lastError, nextTryAt } = channelStateOf(deps, known);
  return {
    ...formatTimes(channel, "createdAt", "updatedAt"),
    settings: { ...channel.settings },
    secret,
    health: {
      ...formatTimes(
        { state, consecutiveFailures, lastError, lastDeliveredAt, nextTryAt },
        "lastDeliveredAt",
        "nextTryAt",
      ),
      waiting,
      dead,
    },
  };
}

const presentDelivery = (delivery: Delivery) => formatTimes(delivery, "createdAt", "nextTryAt", "deliveredAt");
