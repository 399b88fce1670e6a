import { type Clock, toIso, toIsoOrNull } from "../../kernel/clock.ts";
import type { OpenChannelOf } from "../channel.ts";
import type { Notification, OutgoingMessage, SendOutcome } from "../message.ts";
import { type Outbound, SIGNATURE_HEADER, signatureOf } from "../outbound.ts";
import { isNotDelivered, sendRequest } from "./send-request.ts";

export interface WebhookDeps {
  readonly outbound: Outbound;
  readonly clock: Clock;
}

export function webhookBody(message: OutgoingMessage): Readonly<Record<string, unknown>> {
  const { id, organizationId } = message;
  if (message.test) {
    return { id, type: "test", organizationId, actor: message.actor, at: toIso(message.at), events: [] };
  }
  return { id, type: "incident.notification", organizationId, events: message.notifications.map(eventJson) };
}

const eventJson = ({ id, event, at, incident, entry, link }: Notification) => ({
  id,
  event,
  at: toIso(at),
  link,
  incident: {
    ...incident,
    createdAt: toIso(incident.createdAt),
    resolvedAt: toIsoOrNull(incident.resolvedAt),
  },
  timeline: entry,
});

export async function sendWebhook(
  { outbound, clock }: WebhookDeps,
  message: OutgoingMessage,
  { organizationId, settings, secret }: OpenChannelOf<"webhook">,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const body = JSON.stringify(webhookBody(message));
  const now = clock.now();
  const headers = {
    "content-type": "application/json",
    "x-tocsin-delivery": message.id,
    ...(secret === null ? {} : { [SIGNATURE_HEADER]: signatureOf(secret, body, now) }),
  };
  const request = { organizationId, method: "POST", url: settings.url, headers, body } as const;
  const answer = await sendRequest(outbound, request, now, signal);
  return isNotDelivered(answer) ? answer : { delivered: true };
}
