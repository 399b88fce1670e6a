import type { IncidentRepository, NotificationQueue } from "../incident/unit-of-work.ts";
import type { NotificationChannel } from "./channel.ts";
import { eventFor, eventsOf, type NotificationEvent } from "./event.ts";
import { snapshotJson } from "./snapshot.ts";

export type NotifiedChannel = Pick<NotificationChannel, "id" | "name" | "events" | "minSeverity" | "services">;

/** The outbox of one organization within one transaction. */
export interface OutboxRepository {
  /** Read once. */
  enabledChannels(): Promise<readonly NotifiedChannel[]>;
  add(delivery: {
    readonly channel: NotifiedChannel;
    readonly incidentId: string;
    readonly event: NotificationEvent;
    readonly snapshot: string;
    readonly createdAt: number;
  }): Promise<void>;
}

/** Puts a notification into the outbox for each channel that wants to know of a timeline entry. */
export const createNotificationQueue = (
  outbox: OutboxRepository,
  incidents: Pick<IncidentRepository, "find">,
): NotificationQueue => ({
  async enqueue(about, entries, now) {
    const news = entries.map((entry) => ({ entry, events: eventsOf(entry) })).filter(({ events }) => events.length > 0);
    if (news.length === 0) return;
    const channels = await outbox.enabledChannels();
    if (channels.length === 0) return;
    const incident = "title" in about ? about : await incidents.find(about.id);
    if (!incident) return;
    for (const { entry, events } of news) {
      const wanting = channels.flatMap((channel) => {
        const event = eventFor(channel, events, incident, entry);
        return event === undefined ? [] : [{ channel, event }];
      });
      if (wanting.length === 0) continue;
      const snapshot = snapshotJson(incident, entry);
      for (const { channel, event } of wanting) {
        await outbox.add({ channel, incidentId: incident.id, event, snapshot, createdAt: now });
      }
    }
  },
});
