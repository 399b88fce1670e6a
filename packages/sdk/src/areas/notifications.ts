import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type {
  ListNotificationDeliveriesData,
  NotificationChannelCreate,
  NotificationChannelUpdate,
  NotificationDelivery,
} from "../generated/core/types.gen.ts";
import { eachItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the deliveries. `limit` (1 to 500) is the size of a page. */
export type DeliveryFilter = Query<ListNotificationDeliveriesData>;

/** Channels to chat, tickets, mail and webhooks, and what was delivered. */
export function createNotifications({ api, with: how }: Port<CoreApi>) {
  const deliveries = (filter?: DeliveryFilter, options?: CallOptions) =>
    page(api.listNotificationDeliveries({ query: { ...filter }, ...how(options) }));
  return {
    /** The channels of the organization, by name. */
    channels: (options?: CallOptions) => data(api.listNotificationChannels({ ...how(options) })),
    /** One channel. */
    channel: (id: string, options?: CallOptions) => data(api.getNotificationChannel({ path: { id }, ...how(options) })),
    /** Creates a channel. A webhook without a secret gets one, which only this answer shows. @throws ConflictError where the name exists. */
    createChannel: (channel: NotificationChannelCreate, options?: CallOptions) =>
      data(api.createNotificationChannel({ body: channel, ...how(options) })),
    /** Changes the given fields. */
    updateChannel: (id: string, channel: NotificationChannelUpdate, options?: CallOptions) =>
      data(api.updateNotificationChannel({ path: { id }, body: channel, ...how(options) })),
    /** Deletes a channel and what waits for it. */
    deleteChannel: (id: string, options?: CallOptions) =>
      data(api.deleteNotificationChannel({ path: { id }, ...how(options) })),
    /** Sends a test message now, once, and answers what came of it. */
    testChannel: (id: string, options?: CallOptions) =>
      data(api.testNotificationChannel({ path: { id }, ...how(options) })),
    /** One page of the deliveries that pass the filters, the newest first. */
    deliveries,
    /** Every delivery that passes the filters, page after page. */
    deliveriesAll: (
      filter?: DeliveryFilter,
      options?: CallOptions,
    ): AsyncGenerator<NotificationDelivery, void, undefined> =>
      eachItem((cursor) => deliveries({ ...filter, cursor }, options), filter?.cursor),
    /** Puts a delivery that was given up back in line. @throws ConflictError where it was not. */
    replay: (id: string, options?: CallOptions) =>
      data(api.replayNotificationDelivery({ path: { id }, ...how(options) })),
  };
}
