import { toIso } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { isMoreSevere } from "../../model/incident.ts";
import type { Notification } from "../message.ts";

const TITLE_CHARACTERS_MAX = 150;

/** `CRITICAL OPEN: Error burst in checkout`, for a locked screen. A rule's notification is not about its incident. */
export const headline = ({ event, entry, incident: { severity, status, title } }: Notification): string =>
  toSingleLine(event === "rule_demoted" ? entry.title : `${severity} ${status}: ${title}`, TITLE_CHARACTERS_MAX);

export const titleWithActor = ({ entry: { title, actor } }: Notification): string =>
  toSingleLine(`${title} (${actor})`);

/** Facts about the incident by name, one line each. */
export function factsOf({ incident, at, link }: Notification): readonly (readonly [name: string, value: string])[] {
  const { severity, status, environment, affectedServices, id, createdAt } = incident;
  return [
    ["severity", severity],
    ["status", status],
    ["services", toSingleLine(affectedServices.join(", ")) || "none named"],
    ["environment", toSingleLine(environment)],
    ["opened", toIso(createdAt)],
    ["at", toIso(at)],
    ["incident", id],
    ...(link === null ? [] : ([["link", link]] as const)),
  ];
}

export function plainText(notification: Notification): string {
  const { entry, incident } = notification;
  const detail = entry.detail.trim() === "" ? [] : [toSingleLine(entry.detail, 2000)];
  const description = notification.event === "incident_created" ? [toSingleLine(incident.description, 2000)] : [];
  return [
    headline(notification),
    titleWithActor(notification),
    ...new Set([...detail, ...description].filter((text) => text !== "")),
    ...factsOf(notification).map(([name, value]) => `${name}: ${value}`),
  ].join("\n");
}

/** `CRITICAL: 12 things happened`: the most severe of several, and their number. */
export function bundleHeadline(notifications: readonly Notification[]): string {
  const mostSevere = notifications
    .map(({ incident: { severity } }) => severity)
    .reduce((one, other) => (isMoreSevere(other, one) ? other : one));
  return `${mostSevere}: ${notifications.length} things happened`;
}

/** One line per notification. */
export const listText = (notifications: readonly Notification[]): string =>
  notifications.map((each) => `${toIso(each.at)} ${headline(each)}: ${titleWithActor(each)}`).join("\n");

export const TEST_WORDS = "This is a test of a notification channel of Tocsin.";
