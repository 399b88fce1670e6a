import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { moveTo } from "../../src/incident/change-status.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { Incident } from "../../src/model/incident.ts";
import { SYSTEM } from "../../src/model/scope.ts";
import type { TimelineEntry } from "../../src/model/timeline-event.ts";
import type { NotificationChannel } from "../../src/notify/channel.ts";
import type { ChannelStore, Delivery, DeliveryFilter } from "../../src/notify/channel-store.ts";
import {
  bundling,
  type ClaimedMessage,
  decideAfterFailure,
  type Outbox,
  type TryResult,
} from "../../src/notify/outbox.ts";
import { createChannelStore } from "../../src/store/notifications/channel-store.ts";
import { createOutbox } from "../../src/store/notifications/outbox.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { channel } from "./channel-sample.ts";
import type { Fresh } from "./engines.ts";
import { ACME, incident, NOW, opened } from "./samples.ts";

export const created: TimelineEntry = {
  type: "incident_created",
  actor: SYSTEM,
  title: "Incident created",
  detail: "Errors",
  metadata: {},
};
export const DELIVERED: TryResult = { outcome: "delivered", ticket: undefined };
export const incidentsOf = ({ deliveries }: ClaimedMessage): string[] => deliveries.map(({ incidentId }) => incidentId);

interface Stores {
  readonly store: Fresh;
  readonly database: Database;
  readonly channels: ChannelStore;
  readonly outbox: Outbox;
  readonly incidents: IncidentStore;
}

/** Channels, what happens, and a worker that sends, on a database that is new for every test; `time` is the test's own. */
export function notificationWorld(fresh: () => Promise<Fresh>) {
  const time = { now: NOW };
  const world = {} as { -readonly [Name in keyof Stores]: Stores[Name] };
  beforeEach(async () => {
    time.now = NOW;
    world.store = await fresh();
    world.database = await world.store.openDatabase();
    world.channels = createChannelStore(world.database);
    world.outbox = createOutbox(world.database, bundling);
    world.incidents = createIncidentStore(world.database, { now: () => time.now });
  });
  afterEach(() => world.store.drop());

  const listen = async (given: Partial<NotificationChannel> = {}): Promise<NotificationChannel> => {
    const scope = { ...ACME, organizationId: given.organizationId ?? "acme" };
    return (await world.channels.add(scope, channel(given))).channel;
  };
  const open = async (given: Partial<Incident> = {}): Promise<Incident> => {
    const made = incident({ createdAt: time.now, ...given });
    return opened(await world.incidents.create({ ...ACME, organizationId: made.organizationId }, made, [created]));
  };
  const why = { actor: "Anna", reason: "person", detail: "" };
  const move = (id: string, status: Incident["status"]) =>
    world.incidents.change(ACME, id, (found) => moveTo(found, status, why, time.now));
  const list = async (filter: Partial<DeliveryFilter> = {}, scope = ACME): Promise<readonly Delivery[]> =>
    (await world.channels.deliveries(scope, { limit: 500, ...filter })).deliveries;
  const events = async (filter: Partial<DeliveryFilter> = {}): Promise<string[]> =>
    (await list(filter)).map(({ event }) => event).reverse();
  const claim = async (): Promise<ClaimedMessage | undefined> => {
    const [due] = await world.outbox.due(time.now, 1);
    return due && world.outbox.claim(due, time.now);
  };
  const claimed = async (): Promise<ClaimedMessage> => {
    const message = await claim();
    if (!message) throw new Error("Nothing is due.");
    return message;
  };
  const ended = ({ attempts, failures }: ClaimedMessage, again: boolean, reason: string) => {
    const after = decideAfterFailure({ again, attempts, failures: failures + 1 }, time.now, 0);
    return { outcome: "failed", reason, after, ticket: undefined, taken: [] as readonly string[] } as const;
  };
  const failed = (message: ClaimedMessage) => ended(message, true, "It answered 500.");
  const refused = (message: ClaimedMessage) => ended(message, false, "It answered 410.");
  return { time, world, listen, open, move, list, events, claim, claimed, failed, refused };
}
