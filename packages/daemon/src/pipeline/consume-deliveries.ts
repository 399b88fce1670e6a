import { setTimeout as wait } from "node:timers/promises";
import type { TelemetrySource } from "../ingest/queue.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Worker } from "./worker.ts";

const RESTART_MS = 1_000;

/** Receives deliveries until the signal. A source that fails is started again. */
export async function consumeDeliveries(
  source: Pick<TelemetrySource, "run">,
  handle: Worker["handle"],
  signal: AbortSignal,
  logger: Pick<Logger, "error">,
): Promise<void> {
  while (!signal.aborted) {
    await source
      .run((delivery) => handle(delivery, signal), signal)
      .catch((error: unknown) => {
        if (!signal.aborted) logger.error("Consuming failed; it starts again", { error: coerceError(error) });
      });
    if (!signal.aborted) await wait(RESTART_MS, undefined, { signal }).catch(() => undefined);
  }
}
