import { isOver } from "../../model/incident.ts";
import type { NotDelivered, Notification, OutgoingMessage, SendOutcome, Ticket } from "../message.ts";
import type { OutboundAnswer } from "../outbound.ts";
import { isNotDelivered } from "./send-request.ts";
import { headline, titleWithActor } from "./words.ts";

/** A system that keeps one ticket per incident. A refusal is returned in place of the result. */
export interface TicketSystem {
  checkAccess(): Promise<OutboundAnswer | NotDelivered>;
  /** A ticket that an earlier attempt opened; undefined for none. */
  find(notification: Notification): Promise<Ticket | NotDelivered | undefined>;
  open(notification: Notification): Promise<Ticket | NotDelivered>;
  /** Undefined once the ticket has the state, or can't get it. */
  setState(ticket: Ticket, state: "open" | "closed"): Promise<NotDelivered | undefined>;
  comment(ticket: Ticket, text: string): Promise<OutboundAnswer | NotDelivered>;
}

/** Opens the ticket of an incident, or updates it. Notifications of such kinds are never bundled. */
export async function sendTicket(system: TicketSystem, message: OutgoingMessage): Promise<SendOutcome> {
  if (message.test) {
    const answer = await system.checkAccess();
    return isNotDelivered(answer) ? answer : { delivered: true };
  }
  const notification = message.notifications.at(-1) ?? message.notifications[0];
  const ticket = message.ticket ?? (await system.find(notification));
  if (!ticket) return openTicket(system, notification);
  if ("delivered" in ticket) return ticket;
  const refusal = await updateTicket(system, notification, ticket);
  return refusal ? { ...refusal, ticket } : { delivered: true, ticket };
}

async function openTicket(system: TicketSystem, notification: Notification): Promise<SendOutcome> {
  const ticket = await system.open(notification);
  if ("delivered" in ticket) return ticket;
  const refusal = requiredState(notification) === "closed" ? await system.setState(ticket, "closed") : undefined;
  return refusal ? { ...refusal, ticket } : { delivered: true, ticket };
}

/** Sets the state before commenting: it is idempotent, a comment is not. */
async function updateTicket(
  system: TicketSystem,
  notification: Notification,
  ticket: Ticket,
): Promise<NotDelivered | undefined> {
  const state = requiredState(notification);
  const refusal = state === undefined ? undefined : await system.setState(ticket, state);
  if (refusal) return refusal;
  const texts = [headline(notification), titleWithActor(notification), notification.entry.detail];
  const answer = await system.comment(ticket, texts.filter((text) => text.trim() !== "").join("\n"));
  return isNotDelivered(answer) ? answer : undefined;
}

/** Undefined if the notification is not about the state. */
function requiredState({ event, incident }: Notification): "open" | "closed" | undefined {
  if (event !== "status_changed" && event !== "incident_created") return undefined;
  return isOver(incident.status) ? "closed" : "open";
}

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
