import type { EntityManager } from "typeorm";
import { randomId } from "../../kernel/ids.ts";
import type { Incident } from "../../model/incident.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import { eventFor, eventsOf } from "../../notify/event.ts";
import { snapshotJson } from "../../notify/snapshot.ts";
import { insertRows, place, rowTable, textList } from "../sql/sql-rows.ts";
import { type ChannelRow, channelTable, type DeliveryRow, deliveryTable } from "./notification-tables.ts";

type Listening = Pick<ChannelRow, "id" | "name" | "events" | "minSeverity" | "services">;

/** What a turn knows of the organization's channels, and what it has still to write for them. */
export interface Notices {
  /** Those that are enabled, once something happened. */
  channels?: readonly Listening[];
  readonly rows: Omit<DeliveryRow, "seq">[];
}

/** Of up to 16 KiB each. */
const PENDING_MAX = 256;

/** Notes whom to tell of what was written into the timeline; `writeNotices` writes it. The organization is locked. */
export async function notice(
  transaction: EntityManager,
  notices: Notices,
  { id, organizationId }: Pick<Incident, "id" | "organizationId">,
  entries: readonly TimelineEntry[],
  read: () => Promise<Incident | undefined>,
  now: number,
): Promise<void> {
  const news = entries.map((entry) => ({ entry, events: eventsOf(entry) })).filter(({ events }) => events.length > 0);
  if (news.length === 0) return;
  notices.channels ??= await enabledChannels(transaction, organizationId);
  const incident = notices.channels.length > 0 ? await read() : undefined;
  if (!incident) return;
  for (const { entry, events } of news) {
    const wanting = notices.channels.flatMap((channel) => {
      const event = eventFor(channel, events, incident, entry);
      return event === undefined ? [] : [{ channel, event }];
    });
    if (wanting.length === 0) continue;
    const common = { organizationId, incidentId: id, status: "pending", attempts: 0, createdAt: now } as const;
    const nothingYet = { messageId: null, freeAt: null, lastError: null, settledAt: null, taken: null };
    const snapshot = snapshotJson(incident, entry);
    for (const { channel, event } of wanting) {
      const { id: channelId, name: channelName } = channel;
      notices.rows.push({ ...common, ...nothingYet, id: randomId(), event, channelId, channelName, snapshot });
    }
  }
  if (notices.rows.length >= PENDING_MAX) await writeNotices(transaction, notices);
}

const enabledChannels = (transaction: EntityManager, organizationId: string): Promise<Listening[]> =>
  transaction.find(channelTable, {
    select: { id: true, name: true, events: true, minSeverity: true, services: true },
    where: { organizationId, enabled: true },
  });

/** In their order; of each incident's line only the first may be sent. */
export async function writeNotices(transaction: EntityManager, notices: Notices): Promise<void> {
  const rows = notices.rows.splice(0);
  if (rows.length === 0) return;
  const held = await linesThatWait(transaction, rows);
  const placed = rows.map((row) => {
    const behind = held.has(lineOf(row));
    held.add(lineOf(row));
    return { ...row, freeAt: behind ? null : row.createdAt };
  });
  await insertRows(transaction, deliveryTable, placed);
  const free = placed.filter(({ freeAt }) => freeAt !== null);
  const at = Math.min(...free.map(({ createdAt }) => createdAt));
  if (free.length > 0) await wake(transaction, [...new Set(free.map(({ channelId }) => channelId))], at);
}

type Line = Pick<DeliveryRow, "channelId" | "incidentId">;
const lineOf = ({ channelId, incidentId }: Line): string => `${channelId} ${incidentId}`;

async function linesThatWait(transaction: EntityManager, rows: readonly Line[]): Promise<Set<string>> {
  const lines = new Map(rows.map((row) => [lineOf(row), [row.channelId, row.incidentId]]));
  const { sql, values } = rowTable(transaction, ["text", "text"], [...lines.values()]);
  const waiting = (await transaction.query(
    place(
      transaction,
      `with line (channel_id, incident_id) as (${sql})
       select channel_id as "channelId", incident_id as "incidentId" from line where exists (
         select 1 from notification_delivery as earlier where earlier.channel_id = line.channel_id
           and earlier.incident_id = line.incident_id and earlier.status = 'pending')`,
    ),
    values,
  )) as Line[];
  return new Set(waiting.map(lineOf));
}

/** Channels that no worker has are due by then; the others when they are given back. */
export async function wake(transaction: EntityManager, channelIds: readonly string[], at: number): Promise<void> {
  const ids = textList(transaction, channelIds);
  await transaction.query(
    place(
      transaction,
      `update notification_channel set free_at = case when paused_until > ? then paused_until else ? end
       where id in (${ids.sql}) and claim is null and (free_at is null or free_at > ?)`,
    ),
    [at, at, ids.value, at],
  );
}
