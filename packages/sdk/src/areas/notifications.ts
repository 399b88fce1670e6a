import type {
  ListNotificationDeliveriesData,
  NotificationChannelCreate,
  NotificationChannelUpdate,
} from "../generated/types.gen.ts";
import { everyItem, page } from "../transport/paging.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the deliveries. `limit` (1 to 500) is the size of a page. */
export type DeliveryFilter = Query<ListNotificationDeliveriesData>;

/** Channels to chat, tickets, mail and webhooks, and what was delivered. */
export function createNotifications({ api, with: how }: Port) {
  const deliveries = (filter?: DeliveryFilter, options?: CallOptions) =>
    page(api.listNotificationDeliveries({ query: { ...filter }, ...how(options) }));
  return {
    /**
     * The channels of the organization, by name.
     * @example
     * for (const { id, name, kind } of await tocsin.notifications.channels()) console.log(id, name, kind);
     */
    channels: (options?: CallOptions) => data(api.listNotificationChannels({ ...how(options) })),
    /**
     * One channel.
     * @example
     * const { name, events } = await tocsin.notifications.channel("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(name, events);
     */
    channel: (id: string, options?: CallOptions) => data(api.getNotificationChannel({ path: { id }, ...how(options) })),
    /**
     * Creates a channel. A webhook without a secret gets one, which only this answer shows.
     * @throws ConflictError where the name exists.
     * @example
     * const channel = await tocsin.notifications.createChannel({
     *   name: "pager",
     *   kind: "webhook",
     *   events: ["incident_created", "escalated"],
     *   minSeverity: "HIGH",
     *   settings: { url: "https://pager.example.com/hook" },
     * });
     * console.log(channel.id);
     */
    createChannel: (channel: NotificationChannelCreate, options?: CallOptions) =>
      data(api.createNotificationChannel({ body: channel, ...how(options) })),
    /**
     * Changes the given fields.
     * @example
     * await tocsin.notifications.updateChannel("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { enabled: false });
     */
    updateChannel: (id: string, channel: NotificationChannelUpdate, options?: CallOptions) =>
      data(api.updateNotificationChannel({ path: { id }, body: channel, ...how(options) })),
    /**
     * Deletes a channel and what waits for it.
     * @example
     * await tocsin.notifications.deleteChannel("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     */
    deleteChannel: (id: string, options?: CallOptions) =>
      data(api.deleteNotificationChannel({ path: { id }, ...how(options) })),
    /**
     * Sends a test message now, once, and answers the result.
     * @example
     * const { delivered, reason } = await tocsin.notifications.testChannel("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * if (!delivered) console.error(reason);
     */
    testChannel: (id: string, options?: CallOptions) =>
      data(api.testNotificationChannel({ path: { id }, ...how(options) })),
    /**
     * One page of the deliveries that pass the filters, the newest first.
     * @example
     * const { items } = await tocsin.notifications.deliveries({ status: "dead", limit: 20 });
     * console.log(items.length);
     */
    deliveries,
    /**
     * Every delivery that passes the filters, page after page.
     * @example
     * for await (const delivery of tocsin.notifications.deliveriesAll({ channelId: "019353e1-7c1a-7000-8000-1b2c3d4e5f60" })) console.log(delivery.id);
     */
    deliveriesAll: everyItem(deliveries),
    /**
     * Puts a delivery that was given up back in line.
     * @throws ConflictError where it was not.
     * @example
     * await tocsin.notifications.replay("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     */
    replay: (id: string, options?: CallOptions) =>
      data(api.replayNotificationDelivery({ path: { id }, ...how(options) })),
  };
}
