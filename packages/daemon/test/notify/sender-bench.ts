import { createOutbound } from "../../src/adapters/outbound/outbound.ts";
import { isOver } from "../../src/model/incident.ts";
import { createSend } from "../../src/notify/channels/send.ts";
import type { Mail, MailFailed } from "../../src/notify/mail.ts";
import type { Notification, NotificationMessage, Send, Ticket } from "../../src/notify/message.ts";
import type { Outbound } from "../../src/notify/outbound.ts";

export const now = Date.parse("2026-11-20T08:00:00.000Z");
export const incidentId = "019353e1-0000-7000-8000-000000000001";

export const notification = (
  fields: Partial<Notification["incident"]> = {},
  more: Partial<Notification> = {},
): Notification => ({
  id: "0198c1da-0000-7000-8000-00000000ee01",
  event: "incident_created",
  at: now,
  incident: {
    id: incidentId,
    title: "Error burst in checkout",
    description: "Many errors.",
    severity: "CRITICAL",
    status: "OPEN",
    environment: "production",
    primaryService: "checkout",
    affectedServices: ["checkout"],
    signalType: "log_error_burst",
    assigneeId: null,
    parentIncidentId: null,
    duplicateCount: 0,
    diagnosisStatus: "PENDING",
    createdAt: now,
    resolvedAt: null,
    ...fields,
  },
  entry: { title: "Incident opened: Error burst in checkout", detail: "", actor: "system", metadata: {} },
  link: `https://tocsin.example/incidents/${incidentId}`,
  ...more,
});
export const message = (
  ticket: Ticket | null,
  ...notifications: [Notification, ...Notification[]]
): NotificationMessage => ({
  id: "0198c1da-0000-7000-8000-00000000aa01",
  organizationId: "acme",
  test: false,
  notifications,
  ticket,
  taken: [],
});
export const moved = (status: Notification["incident"]["status"], detail = ""): Notification =>
  notification(
    { status, resolvedAt: isOver(status) ? now : null },
    { event: "status_changed", entry: { title: `Status: ${status}`, detail, actor: "ada", metadata: {} } },
  );
export const test = { id: "t-1", organizationId: "acme", test: true, actor: "ada", at: now } as const;
export const common = { id: "c-1", organizationId: "acme", name: "ops" };

export interface SenderBench {
  readonly send: Send;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  /** Mails that were taken, and recipients that take none. */
  readonly mails: Mail[];
  readonly refusals: Map<string, MailFailed>;
  /** Closes the fake after the test. */
  closed<Fake extends { close(): Promise<void> }>(fake: Fake): Fake;
}

/** Sets the senders up within the calling suite. */
export function senderBench(): SenderBench {
  const mails: Mail[] = [];
  const refusals = new Map<string, MailFailed>();
  /** The fakes of a test are allowed, whatever their ports; nothing else on an inner network is. */
  const outbound: Outbound = (request, signal) => {
    const { host, hostname } = new URL(request.url);
    return createOutbound({ hosts: hostname === "127.0.0.1" ? [{ name: host, organizationId: undefined }] : [] })(
      request,
      signal,
    );
  };
  const send = createSend({
    outbound,
    clock: { now: () => now },
    async mail(mail) {
      const refusal = refusals.get(mail.to);
      if (refusal) throw refusal;
      mails.push(mail);
    },
  });
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    mails.length = 0;
    refusals.clear();
    for (const close of closing.splice(0)) await close();
  });
  return {
    send,
    outbound,
    signal: new AbortController().signal,
    mails,
    refusals,
    closed(fake) {
      closing.push(() => fake.close());
      return fake;
    },
  };
}
