import type { IncidentRepository, NotificationQueue } from "../incident/unit-of-work.ts";
import { redact } from "../kernel/redact.ts";
import { truncate } from "../kernel/truncate.ts";
import type { Incident } from "../model/incident.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import type { NotificationChannel } from "./channel.ts";
import { eventFor, eventsOf, type NotificationEvent } from "./event.ts";
import type { IncidentSnapshot, Notification } from "./message.ts";

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

/** An incident that reopens and becomes more severe at once wakes somebody once. */
const ONE_OF: readonly NotificationEvent[] = ["incident_created", "status_changed", "severity_raised"];

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
    const snapshots = new Map<TimelineEntry, string>();
    const snapshotOf = (entry: TimelineEntry): string => {
      const snapshot = snapshots.get(entry) ?? snapshotJson(incident, entry);
      snapshots.set(entry, snapshot);
      return snapshot;
    };
    for (const channel of channels) {
      const wanted = news.flatMap(({ entry, events }) => {
        const event = eventFor(channel, events, incident, entry);
        return event === undefined ? [] : [{ entry, event }];
      });
      const first = ONE_OF.find((event) => wanted.some((each) => each.event === event));
      for (const { entry, event } of wanted) {
        if (ONE_OF.includes(event) && event !== first) continue;
        await outbox.add({ channel, incidentId: incident.id, event, snapshot: snapshotOf(entry), createdAt: now });
      }
    }
  },
});

/** The part of an event that is kept until its delivery. */
export type Snapshot = Pick<Notification, "incident" | "entry">;

export const SNAPSHOT_BYTES_MAX = 16 * 1024;
const NAME_CHARACTERS_MAX = 200;

interface Bounds {
  readonly characters: number;
  readonly services: number;
  readonly metadataBytes: number;
}
/** The first that fits is used; the last always fits. */
const BOUNDS: readonly Bounds[] = [
  { characters: 4000, services: 50, metadataBytes: 4096 },
  { characters: 1000, services: 10, metadataBytes: 1024 },
  { characters: 200, services: 5, metadataBytes: 0 },
];

/** The incident and its event as JSON of at most SNAPSHOT_BYTES_MAX bytes; long texts are cut. */
export function snapshotJson(incident: Incident, entry: TimelineEntry): string {
  let text = "";
  for (const bounds of BOUNDS) {
    text = JSON.stringify(snapshot(incident, entry, bounds));
    if (Buffer.byteLength(text) <= SNAPSHOT_BYTES_MAX) break;
  }
  return text;
}

function snapshot(incident: Incident, entry: TimelineEntry, bounds: Bounds): Snapshot {
  const name = (text: string): string => truncate(text, NAME_CHARACTERS_MAX);
  const { id, severity, status, signalType, assigneeId, parentIncidentId, duplicateCount, diagnosisStatus } = incident;
  const { createdAt, resolvedAt, primaryService } = incident;
  return {
    incident: {
      id,
      title: name(incident.title),
      description: truncate(incident.description, bounds.characters),
      severity,
      status,
      environment: name(incident.environment),
      primaryService: primaryService === null ? null : name(primaryService),
      affectedServices: incident.affectedServices.slice(0, bounds.services).map(name),
      signalType,
      assigneeId,
      parentIncidentId,
      duplicateCount,
      diagnosisStatus,
      createdAt,
      resolvedAt,
    },
    entry: {
      title: name(entry.title),
      detail: truncate(entry.detail, bounds.characters),
      actor: name(entry.actor),
      metadata: within(entry.metadata, bounds.metadataBytes),
    },
  };
}

/** Keeps the first entries that fit as a whole. */
function within(metadata: TimelineEntry["metadata"], bytesMax: number): TimelineEntry["metadata"] {
  const kept: Record<string, unknown> = {};
  let bytes = 2;
  for (const [name, value] of Object.entries(metadata)) {
    bytes += Buffer.byteLength(JSON.stringify({ [name]: value })) - 1;
    if (bytes > bytesMax) break;
    kept[name] = value;
  }
  return kept;
}

/** Redacted, because titles quote logs and channels are external. */
export function readSnapshot(json: string): Snapshot {
  const { incident, entry } = JSON.parse(json) as Snapshot;
  const clean: IncidentSnapshot = {
    ...incident,
    title: redact(incident.title),
    description: redact(incident.description),
  };
  const metadata = redactedJson(entry.metadata);
  return { incident: clean, entry: { ...entry, title: redact(entry.title), detail: redact(entry.detail), metadata } };
}

const redactedJson = (value: TimelineEntry["metadata"]): TimelineEntry["metadata"] =>
  JSON.parse(JSON.stringify(value), (_name, each: unknown) =>
    typeof each === "string" ? redact(each) : each,
  ) as Record<string, unknown>;
