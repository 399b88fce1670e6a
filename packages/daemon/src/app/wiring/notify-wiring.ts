import { createAddressProblem } from "../../adapters/outbound/address-problem.ts";
import { createFairShare } from "../../jobs/fair-share.ts";
import { SECOND_MS, systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { createSealing } from "../../kernel/sealing.ts";
import { createSend } from "../../notify/channels/send.ts";
import { createDispatcher, type DispatchDeps, SENDS_OF_ORGANIZATION_MAX } from "../../notify/dispatch.ts";
import type { ManageDeps } from "../../notify/manage-channels.ts";
import { bundling } from "../../notify/outbox.ts";
import type { SendDeps } from "../../notify/send-once.ts";
import { createChannelStore } from "../../store/notifications/channel-store.ts";
import { createOutbox } from "../../store/notifications/outbox.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import type { Metrics } from "../runtime/metrics.ts";
import { jobTask, type Task, TIDY_MS } from "../runtime/schedule.ts";
import { createMailClient, lazyOutbound } from "./outbound-clients.ts";

const POLL_MS = SECOND_MS / 2;
/** A bound for the gauge: counting more costs more than the figure is worth. */
const WAITING_COUNTED_MAX = 100_000;

export interface NotifyParts {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
}

interface Closable {
  close(): Promise<void>;
}

function sendDeps({ config, logger }: NotifyParts): SendDeps & Closable {
  const mail = createMailClient(config);
  return {
    send: createSend({ outbound: lazyOutbound({ hosts: config.outboundHosts }), mail: mail.send, clock: systemClock }),
    sealing: createSealing(config.secretKey, "secrets of notification channels"),
    logger,
    close: () => mail.close(),
  };
}

/** The ports of managing channels, for the core interface. */
export function manageDeps(parts: NotifyParts): ManageDeps & Closable {
  return {
    ...sendDeps(parts),
    channels: createChannelStore(parts.database),
    addressProblem: createAddressProblem(parts.config.outboundHosts),
    clock: systemClock,
  };
}

/** The ports of sending notifications, for the worker. */
export async function dispatchDeps(
  parts: NotifyParts & { readonly metrics: Pick<Metrics, "notified" | "gauge"> },
): Promise<DispatchDeps & Closable> {
  const { config, database, metrics } = parts;
  const outbox = createOutbox(database, bundling);
  // Only one process uses the embedded database, so claims there belong to a process that has ended.
  if (database.kind === "sqlite") await outbox.reclaim();
  metrics.gauge("tocsin_notifications_waiting", "Notifications that wait to be sent, counted up to 100,000.", () =>
    outbox.countWaiting(WAITING_COUNTED_MAX),
  );
  return {
    ...sendDeps(parts),
    outbox,
    clock: systemClock,
    chance: Math.random,
    publicUrl: config.publicUrl,
    share: createFairShare(SENDS_OF_ORGANIZATION_MAX),
    tried: (kind, outcome, deliveries) => metrics.notified.inc({ kind, outcome }, deliveries),
  };
}

/** Sends waiting notifications until the signal, and deletes old ones. */
export const notifyTasks = (deps: DispatchDeps, stop: AbortSignal): Task[] => [
  jobTask("send notifications", POLL_MS, createDispatcher(deps, stop)),
  { name: "tidy notifications", everyMs: TIDY_MS, run: () => deps.outbox.tidy(deps.clock.now()) },
];
