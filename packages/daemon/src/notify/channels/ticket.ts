import { isOver } from "../../model/incident.ts";
import type { NewsMessage, Notification } from "../message.ts";

/** What a ticket has to become, for the last of the notifications: tickets get one at a time. */
export type TicketState = "open" | "closed" | "same";

export function stateFor({ event, incident }: Notification): TicketState {
  if (event !== "status_changed" && event !== "incident_created") return "same";
  return isOver(incident.status) ? "closed" : "open";
}

export const newest = ({ notifications }: NewsMessage): Notification => notifications.at(-1) ?? notifications[0];

/** By which a ticket of an incident is found again. */
export const markerOf = ({ incident: { id } }: Notification): string => `tocsin-${id}`;

/** A field of an answer, where it is a text or a number. */
export function fieldOf(body: unknown, name: string): string | undefined {
  const value = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** An answer as JSON; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
