import { isOver } from "../../model/incident.ts";
import type { NewsMessage, Notification } from "../message.ts";

/** The required state of the ticket after the last notification. */
export type TicketState = "open" | "closed" | "same";

export function stateFor({ event, incident }: Notification): TicketState {
  if (event !== "status_changed" && event !== "incident_created") return "same";
  return isOver(incident.status) ? "closed" : "open";
}

export const newest = ({ notifications }: NewsMessage): Notification => notifications.at(-1) ?? notifications[0];

/** Identifies the ticket of an incident. */
export const markerOf = ({ incident: { id } }: Notification): string => `tocsin-${id}`;

export function fieldOf(body: unknown, name: string): string | undefined {
  const value = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
