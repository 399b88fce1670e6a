import { uuidv7 } from "../../src/kernel/ids.ts";
import { createSealing } from "../../src/kernel/sealing.ts";
import { type NotificationChannel, sealingContextOf } from "../../src/notify/channel.ts";
import { NOW } from "./samples.ts";

export const sealing = createSealing("a key that only tests have", "tests");

/** A webhook with the secret `hush`. */
export function channel(given: Partial<NotificationChannel> = {}): NotificationChannel {
  const id = given.id ?? uuidv7(NOW);
  const organizationId = given.organizationId ?? "acme";
  const secrets = JSON.stringify({ secret: "hush", url: "https://hooks.example.com/in" });
  return {
    id,
    organizationId,
    name: `channel ${id}`,
    kind: "webhook",
    enabled: true,
    events: [],
    minSeverity: null,
    services: [],
    settings: { url: "https://hooks.example.com/…" },
    sealed: sealing.seal(secrets, sealingContextOf({ id, organizationId })),
    secretSet: true,
    createdAt: NOW,
    updatedAt: NOW,
    ...given,
  };
}
