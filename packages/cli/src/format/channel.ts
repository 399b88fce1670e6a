import type {
  ChannelKind,
  DeliveryStatus,
  NotificationChannel,
  NotificationDelivery,
  NotificationEvent,
  Severity,
} from "@tocsin/sdk";
import { cleanLine } from "./clean.ts";
import type { Sheet } from "./diagnosis.ts";
import type { Paint, Style } from "./paint.ts";
import { shortIds } from "./short-ids.ts";
import { type Cell, type Column, table, tabSeparated } from "./table.ts";
import { age, clock } from "./time.ts";
import { hanging, wrap } from "./wrap.ts";

type ChannelState = NotificationChannel["health"]["state"];

export const channelKinds: readonly ChannelKind[] = ["webhook", "slack", "email", "github", "jira"];
export const deliveryStatuses: readonly DeliveryStatus[] = ["pending", "delivered", "dead"];
export const leastSeverities: readonly Severity[] = ["LOW", "MEDIUM", "HIGH", "CRITICAL"];
export const notificationEvents: readonly NotificationEvent[] = [
  "incident_created",
  "status_changed",
  "assigned",
  "escalated",
  "comment_added",
  "merged",
  "diagnosis_completed",
  "diagnosis_failed",
  "approval_requested",
  "approval_expiring",
  "remediation_approved",
  "remediation_rejected",
  "remediation_executing",
  "remediation_completed",
  "remediation_failed",
  "remediation_checked",
];

/** Colour goes with the word, never instead of it. */
const stateStyle: Readonly<Record<ChannelState, Style>> = { ok: "green", failing: "yellow", open: "red" };
const deliveryStyle: Readonly<Record<DeliveryStatus, Style>> = { pending: "yellow", delivered: "green", dead: "red" };

const stateOf = ({ enabled, health }: NotificationChannel): Cell =>
  enabled ? { text: health.state, style: stateStyle[health.state] } : { text: "off", style: "gray" };

const channelColumns: readonly Column[] = [
  { name: "ID" },
  { name: "KIND" },
  { name: "STATE" },
  { name: "NAME", flexible: 10 },
  { name: "WAITING", optional: 10 },
  { name: "DEAD", optional: 10 },
];

/** A list of channels: for a terminal of `width` cells a table with short ids, for a pipe (no width) whole values with tabs between. */
export function channelList(channels: readonly NotificationChannel[], width: number | undefined, paint: Paint): string {
  const ids = shortIds(channels.map(({ id }) => id));
  const rows = channels.map((channel): Cell[] => [
    { text: width === undefined ? channel.id : (ids.get(channel.id) ?? channel.id) },
    { text: channel.kind },
    stateOf(channel),
    { text: cleanLine(channel.name) },
    { text: String(channel.health.waiting) },
    { text: String(channel.health.dead) },
  ]);
  return width === undefined ? tabSeparated(rows) : table(channelColumns, rows, width, paint);
}

/** Cells before the values of the facts. */
const FACT_INDENT = 14;

/** A channel on a page. */
export function channelDetails(
  channel: NotificationChannel,
  { width, paint, now }: Sheet & { readonly now: number },
): string {
  const { health, events, services, minSeverity, settings, secretSet } = channel;
  const { text, style } = stateOf(channel);
  const settingFacts = Object.entries(settings)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)] as const);
  const facts: (readonly [string, string])[] = [
    ["id", cleanLine(channel.id)],
    ["kind", channel.kind],
    ["state", style ? paint(style, text) : text],
    ...settingFacts.map(([name, value]) => [cleanLine(name), cleanLine(value)] as const),
    ["secret", secretSet ? "kept" : "none"],
    ["events", events.length === 0 ? "all" : events.join(", ")],
    ["severity", minSeverity === null ? "all" : `${minSeverity} and above`],
    ["services", services.length === 0 ? "all" : cleanLine(services.join(", "))],
    ["waiting", `${health.waiting}; given up: ${health.dead}`],
    ["delivered", health.lastDeliveredAt === null ? "never" : `${age(health.lastDeliveredAt, now)} ago`],
    ...(health.lastError === null ? [] : [["last error", cleanLine(health.lastError)] as const]),
    ...(health.nextTryAt === null ? [] : [["next try", clock(health.nextTryAt)] as const]),
  ];
  return [
    paint("bold", wrap(cleanLine(channel.name), width)),
    ...facts.map(
      ([name, value]) => `${paint("dim", name.padEnd(FACT_INDENT - 1))} ${hanging(value, width, FACT_INDENT)}`,
    ),
  ].join("\n");
}

const deliveryColumns: readonly Column[] = [
  { name: "ID" },
  { name: "STATUS" },
  { name: "EVENT", flexible: 10 },
  { name: "CHANNEL", flexible: 6 },
  { name: "INCIDENT", optional: 20 },
  { name: "TRIES", optional: 10 },
  { name: "AGE", optional: 10 },
  { name: "LAST ERROR", flexible: 10, optional: 30 },
];

/** A list of deliveries, likewise. */
export function deliveryList(
  deliveries: readonly NotificationDelivery[],
  width: number | undefined,
  now: number,
  paint: Paint,
): string {
  const ids = shortIds(deliveries.map(({ id }) => id));
  const short = (id: string): string => (width === undefined ? id : id.slice(0, 8));
  const rows = deliveries.map((delivery): Cell[] => [
    { text: width === undefined ? delivery.id : (ids.get(delivery.id) ?? delivery.id) },
    { text: delivery.status, style: deliveryStyle[delivery.status] },
    { text: delivery.event },
    { text: cleanLine(delivery.channelName) },
    { text: cleanLine(short(delivery.incidentId)) },
    { text: String(delivery.attempts) },
    { text: width === undefined ? delivery.createdAt : age(delivery.createdAt, now) },
    { text: cleanLine(delivery.lastError ?? "") },
  ]);
  return width === undefined ? tabSeparated(rows) : table(deliveryColumns, rows, width, paint);
}
