import type { components } from "../../generated/interfaces.ts";
import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { DELIVERIES_LIMIT_DEFAULT, type Delivery, type KnownChannel } from "../../notify/channel-store.ts";
import {
  addChannel,
  changeChannel,
  channelStateOf,
  type ManageDeps,
  testChannel,
} from "../../notify/manage-channels.ts";
import { nextLink } from "./next-link.ts";
import type { Routes } from "./route.ts";

type Schemas = components["schemas"];

export interface NotificationRoutesDeps {
  readonly notifications: ManageDeps;
}

/** Where notifications go, and what became of them; an extension of our own. */
export const notificationRoutes = ({ notifications }: NotificationRoutesDeps) => {
  const { channels, clock } = notifications;
  const present = (known: KnownChannel, secret: string | null = null): Schemas["NotificationChannel"] =>
    presentChannel(notifications, known, secret);
  return {
    listNotificationChannels: async ({ scope }) => ({
      status: 200,
      body: (await channels.list(scope)).map((known) => present(known)),
    }),
    createNotificationChannel: async ({ scope, body }) => {
      const { settings, ...given } = body;
      const { secret, ...known } = await addChannel(notifications, scope, { ...given, settings: { ...settings } });
      return { status: 201, body: present(known, secret) };
    },
    getNotificationChannel: async ({ scope, path }) => ({
      status: 200,
      body: present(await channels.get(scope, path.id)),
    }),
    updateNotificationChannel: async ({ scope, path, body }) => {
      const { settings, ...change } = body;
      const changed = settings === undefined ? change : { ...change, settings: { ...settings } };
      return { status: 200, body: present(await changeChannel(notifications, scope, path.id, changed)) };
    },
    deleteNotificationChannel: async ({ scope, path }) => {
      await channels.remove(scope, path.id);
      return { status: 200, body: { deleted: true } };
    },
    testNotificationChannel: async ({ scope, path }) => {
      const outcome = await testChannel(notifications, scope, path.id);
      const reason = outcome.delivered ? null : outcome.reason;
      return { status: 200, body: { delivered: outcome.delivered, reason } };
    },
    listNotificationDeliveries: async ({ scope, query, request }) => {
      const page = await channels.deliveries(scope, { ...query, limit: query.limit ?? DELIVERIES_LIMIT_DEFAULT });
      return { status: 200, headers: nextLink(request, page.cursor), body: page.deliveries.map(presentDelivery) };
    },
    replayNotificationDelivery: async ({ scope, path }) => ({
      status: 200,
      body: presentDelivery(await channels.replay(scope, path.id, clock.now())),
    }),
  } satisfies Partial<Routes>;
};

function presentChannel(deps: ManageDeps, known: KnownChannel, secret: string | null): Schemas["NotificationChannel"] {
  const { sealed: _sealed, events, services, settings, createdAt, updatedAt, ...channel } = known.channel;
  const { lastDeliveredAt, consecutiveFailures, waiting, dead } = known.health;
  const { state, lastError, nextTryAt } = channelStateOf(deps, known);
  return {
    ...channel,
    events: [...events],
    services: [...services],
    settings: { ...settings },
    secret,
    health: {
      state,
      consecutiveFailures,
      lastError,
      lastDeliveredAt: toIsoOrNull(lastDeliveredAt),
      nextTryAt: toIsoOrNull(nextTryAt),
      waiting,
      dead,
    },
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
  };
}

const presentDelivery = ({ createdAt, nextTryAt, deliveredAt, ...delivery }: Delivery) => ({
  ...delivery,
  createdAt: toIso(createdAt),
  nextTryAt: toIsoOrNull(nextTryAt),
  deliveredAt: toIsoOrNull(deliveredAt),
});
