import type { ServiceKey } from "../detect/engine/detection-engine.ts";
import type { Delivery } from "../ingest/queue.ts";
import { createMutex } from "../kernel/mutex.ts";
import { examineDueStates } from "./examine-due-states.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import { processDelivery } from "./process-delivery.ts";
import { replayDeadLetters } from "./replay-dead-letters.ts";

export interface Worker {
  /** Processes a delivery as a whole; resolves when its effects are stored. */
  handle(delivery: Delivery, signal: AbortSignal): Promise<void>;
  /** Examines services that are due, and processes dead letters whose replay was requested. */
  tick(): Promise<void>;
  /** Drops the state of these services once the current work has ended: another worker continues from the stored state. */
  forget(isForgotten: (key: ServiceKey) => boolean): Promise<void>;
}

/** The detection engine holds state between the steps of the pipeline, so that only one of these runs at a time. */
export function createWorker(deps: PipelineDeps): Worker {
  const mutex = createMutex();
  return {
    handle: (delivery, signal) => mutex(() => processDelivery(deps, delivery, signal)),
    tick: () =>
      mutex(async () => {
        await examineDueStates(deps);
        await replayDeadLetters(deps);
      }),
    forget: (isForgotten) => mutex(async () => deps.engine.forgetWhere(isForgotten)),
  };
}
