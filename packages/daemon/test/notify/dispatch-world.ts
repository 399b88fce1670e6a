import { rmSync } from "node:fs";
import { join } from "node:path";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { createFairShare } from "../../src/jobs/fair-share.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { SYSTEM } from "../../src/model/scope.ts";
import type { NotificationChannel } from "../../src/notify/channel.ts";
import type { ChannelStore, Delivery } from "../../src/notify/channel-store.ts";
import { createDispatcher, type DispatchDeps, SENDS_OF_ORGANIZATION_MAX } from "../../src/notify/dispatch.ts";
import type { NotificationMessage, Send, SendOutcome } from "../../src/notify/message.ts";
import { bundling } from "../../src/notify/outbox.ts";
import { auditKeyOf } from "../../src/remediate/audit/audit-chain.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { createChannelStore } from "../../src/store/notifications/channel-store.ts";
import { createOutbox } from "../../src/store/notifications/outbox.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { channel, sealing } from "../store/channel-sample.ts";
import { ACME, incident, NOW, opened } from "../store/samples.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { SECRET_KEY } from "../support/secret-key.ts";

export const OK: SendOutcome = { delivered: true };

/** The stores and helpers of the tests about the dispatcher of notifications. */
export function dispatchWorld() {
  let folder = "";
  let database: Database;
  let channels: ChannelStore;
  let now = NOW;
  let sent: { readonly to: string; readonly message: NotificationMessage }[] = [];
  let tried: string[] = [];
  beforeEach(async () => {
    [now, sent, tried] = [NOW, [], []];
    folder = temporaryFolder();
    const target = { kind: "sqlite", path: join(folder, "tocsin.db"), auditKey: auditKeyOf(SECRET_KEY) } as const;
    await migrate(target);
    database = await openDatabase(target);
    channels = createChannelStore(database);
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const listen = async (given: Partial<NotificationChannel> = {}): Promise<NotificationChannel> => {
    const made = channel(given);
    return (await channels.add({ ...ACME, organizationId: made.organizationId }, made)).channel;
  };
  const open = async (organizationId = "acme"): Promise<string> => {
    const entry = { type: "incident_created", actor: SYSTEM, title: "Created", detail: "", metadata: {} } as const;
    const incidents = createIncidentStore(database, { now: () => now });
    const scope = { ...ACME, organizationId };
    return opened(await incidents.create(scope, incident({ organizationId, createdAt: now }), [entry])).id;
  };
  const deliveries = async (): Promise<readonly Delivery[]> =>
    (await channels.deliveries(ACME, { limit: 500 })).deliveries;
  const sender =
    (answer: (message: NotificationMessage) => SendOutcome | Promise<SendOutcome> = () => OK): Send =>
    async (message, { id }) => {
      if (message.test) throw new Error("Nobody tries it out.");
      sent.push({ to: id, message });
      return answer(message);
    };
  const deps = (send: Send, given: Partial<DispatchDeps> = {}): DispatchDeps => ({
    send,
    sealing,
    logger: silentLogger,
    outbox: createOutbox(database, bundling),
    clock: { now: () => now },
    chance: () => 0,
    publicUrl: "https://tocsin.example",
    share: createFairShare(SENDS_OF_ORGANIZATION_MAX),
    tried: (kind, outcome, count) => tried.push(`${kind} ${outcome} ${count}`),
    ...given,
  });
  const stop: AbortSignal = new AbortController().signal;
  const drainOutbox = (given: DispatchDeps, signal: AbortSignal): Promise<void> =>
    createDispatcher(given, signal).drain();

  return {
    listen,
    open,
    sender,
    drainOutbox,
    deps,
    stop,
    deliveries,
    get sent() {
      return sent;
    },
    get tried() {
      return tried;
    },
    get now() {
      return now;
    },
    set now(value) {
      now = value;
    },
    get channels() {
      return channels;
    },
    get database() {
      return database;
    },
  };
}
