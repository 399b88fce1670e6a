import type {
  ChannelKind,
  DeliveryStatus,
  NotificationChannel,
  NotificationDelivery,
  NotificationEvent,
  Severity,
} from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { ago, clock } from "../text/time.ts";
import { type Fact, factList, heading, optionalFact } from "./fact-list.ts";
import type { TimedLayout } from "./layout.ts";
import { ageColumn, column, fieldColumn, listingOf, styledColumn } from "./listing.ts";
import type { Cell } from "./table.ts";

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
  "severity_raised",
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
  "rule_demoted",
];

const stateStyle: Readonly<Record<ChannelState, Style>> = { ok: "green", failing: "yellow", open: "red" };
const deliveryStyle: Readonly<Record<DeliveryStatus, Style>> = { pending: "yellow", delivered: "green", dead: "red" };

const stateOf = ({ enabled, health }: NotificationChannel): Cell =>
  enabled ? { text: health.state, style: stateStyle[health.state] } : { text: "off", style: "gray" };

export const channelListing = listingOf<NotificationChannel>([
  fieldColumn("KIND", "kind"),
  column("STATE", "state", stateOf),
  fieldColumn("NAME", "name", { minWidth: 10 }),
  column("WAITING", "waiting", ({ health }) => health.waiting, { dropPriority: 10 }),
  column("DEAD", "dead", ({ health }) => health.dead, { dropPriority: 10 }),
  fieldColumn("SEVERITY", "minSeverity", { wide: true }),
  fieldColumn("EVENTS", "events", { wide: true }),
  fieldColumn("SERVICES", "services", { wide: true }),
  column("LAST ERROR", "lastError", ({ health }) => health.lastError, { wide: true }),
]);

export function channelDetails(channel: NotificationChannel, layout: TimedLayout): string {
  const { health, events, services, minSeverity, settings, secretSet } = channel;
  const { text, style } = stateOf(channel);
  const facts: Fact[] = [
    ["id", cleanLine(channel.id)],
    ["kind", channel.kind],
    ["state", style ? layout.paint(style, text) : text],
    ...Object.entries(settings)
      .filter(([, value]) => value !== null)
      .map(([name, value]): Fact => [cleanLine(name), cleanLine([value].flat().join(", "))]),
    ["secret", secretSet ? "set" : "none"],
    ["events", events.length === 0 ? "all" : events.join(", ")],
    ["severity", minSeverity === null ? "all" : `${minSeverity} and above`],
    ["services", services.length === 0 ? "all" : cleanLine(services.join(", "))],
    ["waiting", `${health.waiting}; failed: ${health.dead}`],
    ["delivered", health.lastDeliveredAt === null ? "never" : `${ago(health.lastDeliveredAt, layout.now)}`],
    ...optionalFact("last error", health.lastError),
    ...optionalFact("next attempt", health.nextTryAt && clock(health.nextTryAt)),
  ];
  return [heading(channel.name, layout), factList(facts, layout, 14)].join("\n");
}

export const deliveryListing = listingOf<NotificationDelivery>([
  styledColumn("STATUS", "status", deliveryStyle),
  fieldColumn("EVENT", "event", { minWidth: 10 }),
  fieldColumn("CHANNEL", "channelName", { minWidth: 6 }),
  column(
    "INCIDENT",
    "incidentId",
    ({ incidentId }) => ({ text: cleanLine(incidentId.slice(0, 8)), exact: cleanLine(incidentId) }),
    { dropPriority: 20 },
  ),
  fieldColumn("ATTEMPTS", "attempts", { dropPriority: 10 }),
  ageColumn("AGE", "createdAt", { dropPriority: 10 }),
  column("LAST ERROR", "lastError", ({ lastError }) => ({ text: cleanLine(lastError ?? "") }), {
    minWidth: 10,
    dropPriority: 30,
  }),
  fieldColumn("NEXT ATTEMPT", "nextTryAt", { wide: true }),
  fieldColumn("DELIVERED", "deliveredAt", { wide: true }),
]);
