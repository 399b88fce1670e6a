import type { LogEvent, Tocsin } from "@tocsin/sdk";
import type { RecordedEvent, Recording } from "./recording.ts";

export interface EventCounts {
  logs: number;
  metrics: number;
  deployments: number;
}

export interface PlayOptions {
  readonly client: Tocsin;
  readonly organizationId: string;
  /** Speed-up factor. */
  readonly speed: number;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Called after every step with the progress from 0 to 1. */
  readonly onProgress: (part: number, counts: EventCounts) => void;
}

const STEP_MS = 100;
const BATCH_MAX = 500;
const CONCURRENCY = 8;

/**
 * Sends a recording with timestamps that end now. The events of a step keep their order and are sent in runs of one
 * kind, logs in batches.
 */
export async function playRecording({ events, lengthMs }: Recording, options: PlayOptions): Promise<EventCounts> {
  const counts: EventCounts = { logs: 0, metrics: 0, deployments: 0 };
  const begin = options.now();
  const origin = begin - lengthMs;
  let next = 0;
  while (next < events.length) {
    const until = (options.now() - begin) * options.speed;
    let end = next;
    while (end < events.length && (events[end]?.offsetMs ?? 0) <= until) end += 1;
    for (const run of splitIntoRuns(events.slice(next, end))) await sendRun(run, origin, options, counts);
    next = end;
    options.onProgress(next / events.length, counts);
    if (next < events.length) await options.wait(STEP_MS);
  }
  return counts;
}

/** Splits events where their kind changes, and at the maximum size of a batch. */
export function splitIntoRuns(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const found: RecordedEvent[][] = [];
  for (const event of events) {
    const last = found.at(-1);
    if (last && last[0]?.kind === event.kind && last.length < BATCH_MAX) last.push(event);
    else found.push([event]);
  }
  return found;
}

async function sendRun(
  run: readonly RecordedEvent[],
  origin: number,
  { client, organizationId, signal }: PlayOptions,
  counts: EventCounts,
): Promise<void> {
  const how = { organizationId, signal, retries: 5 };
  const at = ({ offsetMs }: RecordedEvent) => ({ timestamp: new Date(origin + offsetMs).toISOString() });
  if (run[0]?.kind === "log") {
    const { accepted } = await client.ingest.logs(
      run.map((each) => ({ ...(each.event as LogEvent), ...at(each) })),
      how,
    );
    counts.logs += accepted;
    return;
  }
  for (let index = 0; index < run.length; index += CONCURRENCY) {
    await Promise.all(
      run.slice(index, index + CONCURRENCY).map(async (each) => {
        if (each.kind === "metric") {
          await client.ingest.metric({ ...each.event, ...at(each) }, how);
          counts.metrics += 1;
        } else if (each.kind === "deployment") {
          await client.ingest.deployment({ ...each.event, ...at(each) }, how);
          counts.deployments += 1;
        }
      }),
    );
  }
}
