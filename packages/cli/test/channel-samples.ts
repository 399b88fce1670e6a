import type { NotificationChannel } from "@tocsin/sdk";

export const channel = (fields: Partial<NotificationChannel> = {}): NotificationChannel => ({
  id: "5c1d0c2f-0000-4000-8000-000000000001",
  organizationId: "acme",
  name: "ops",
  kind: "webhook",
  enabled: true,
  events: [],
  minSeverity: null,
  services: [],
  settings: { url: "https://ops.example.com/…" },
  secretSet: true,
  secret: null,
  health: {
    state: "open",
    consecutiveFailures: 5,
    lastError: "The host answered 500\u001b[2J.",
    lastDeliveredAt: null,
    nextTryAt: null,
    waiting: 3,
    dead: 1,
  },
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
  ...fields,
});
export const chat = channel({
  id: "6d1d0c2f-0000-4000-8000-000000000002",
  name: "chat\u202e",
  kind: "slack",
  enabled: false,
});
