import { createAddressProblem } from "../../adapters/outbound/address-problem.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { createSealing } from "../../kernel/sealing.ts";
import { createSend } from "../../notify/channels/send.ts";
import type { DispatchDeps } from "../../notify/dispatch.ts";
import type { ManageDeps } from "../../notify/manage.ts";
import type { SendDeps } from "../../notify/send-once.ts";
import { createChannelStore } from "../../store/notifications/channel-store.ts";
import { createOutbox } from "../../store/notifications/outbox.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import type { Metrics } from "../runtime/metrics.ts";
import { lazyOutbound } from "./lazy-outbound.ts";
import { createMailEnd } from "./mail-client.ts";

export interface NotifyParts {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
}

interface Sending extends SendDeps {
  close(): Promise<void>;
}

/** Clients are loaded when they are first needed. */
function sending({ config, logger }: NotifyParts): Sending {
  const mail = createMailEnd(config);
  return {
    send: createSend({ outbound: lazyOutbound({ hosts: config.outboundHosts }), mail: mail.send, clock: systemClock }),
    sealing: createSealing(config.secretKey, "secrets of notification channels"),
    logger,
    close: () => mail.close(),
  };
}

/** What the core interface asks of channels. */
export function manageDeps(parts: NotifyParts): ManageDeps & Pick<Sending, "close"> {
  return {
    ...sending(parts),
    channels: createChannelStore(parts.database),
    addressProblem: createAddressProblem(parts.config.outboundHosts),
    clock: systemClock,
  };
}

/** For the gauge: counting more takes longer than it tells. */
const WAITING_COUNTED_MAX = 100_000;

/** What workers send with. */
export async function dispatchDeps(
  parts: NotifyParts & { readonly metrics: Pick<Metrics, "notified" | "gauge"> },
): Promise<DispatchDeps & Pick<Sending, "close">> {
  const { config, database, metrics } = parts;
  const outbox = createOutbox(database);
  // One process alone has the embedded database: what is taken there was taken by one that has ended.
  if (database.kind === "sqlite") await outbox.takeOver();
  metrics.gauge("tocsin_notifications_waiting", "Notifications that wait to be sent, counted up to 100,000.", () =>
    outbox.countWaiting(WAITING_COUNTED_MAX),
  );
  return {
    ...sending(parts),
    outbox,
    clock: systemClock,
    chance: Math.random,
    publicUrl: config.publicUrl,
    turns: { last: 0, of: new Map(), underWay: new Map() },
    tried: (kind, outcome, deliveries) => metrics.notified.inc({ kind, outcome }, deliveries),
  };
}
