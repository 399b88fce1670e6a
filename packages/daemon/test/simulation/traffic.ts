import type { RememberedAnswer, TelemetryQueue } from "../../src/ingest/queue.ts";
import { idAfter, uuidv7 } from "../../src/kernel/ids.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import type { IngestProcess } from "./ingest-process.ts";
import type { Simulation } from "./simulation.ts";

/** One request of a sender: logs of some services, each with a number that no other has. */
export interface Request {
  readonly organizationId: string;
  readonly events: readonly {
    readonly number: number;
    readonly service: string;
    readonly isFatal: boolean;
    readonly isPoison: boolean;
  }[];
  /** Undefined: without an Idempotency-Key. */
  readonly key: string | undefined;
}

const ROUTE = "POST /v1/logs";
const CLIENT_TIMEOUT_MS = 12_000;
const RETRY_MS_MAX = 3_000;
const TRIES_MAX = 12;

/** Sends a request; one with a key until it is answered, as senders do. */
export async function send(
  simulation: Simulation,
  request: Request,
  pick: () => IngestProcess | undefined,
): Promise<void> {
  const { time, journal } = simulation;
  for (let left = request.key === undefined ? 1 : TRIES_MAX; left > 0; left -= 1) {
    const ingest = pick();
    const queue = ingest?.queue();
    if (ingest && queue) {
      try {
        const attempt = time.enter(ingest.process, async () => {
          // The way there; a process that is paused takes it later.
          await time.pass(1);
          return tryOnce(simulation, ingest, queue, request);
        });
        const ids = await Promise.race([attempt, timeout(simulation)]);
        journal.acknowledged(ids);
        return;
      } catch (error) {
        journal.note(`${ingest.process.name} refuses ${numbersOf(request)}: ${(error as Error).message}`);
      }
    }
    await time.pass(time.random.between(100, RETRY_MS_MAX));
  }
}

const numbersOf = ({ events }: Request): string => events.map(({ number }) => number).join(" ");

async function timeout({ time }: Simulation): Promise<never> {
  await time.pass(CLIENT_TIMEOUT_MS);
  throw new Error("no answer in time");
}

/** As ingest/accept-submission.ts does it, without judging. Answers the ids of the request's events. */
async function tryOnce(
  { journal }: Simulation,
  { process }: IngestProcess,
  queue: TelemetryQueue,
  { organizationId, events, key }: Request,
): Promise<readonly string[]> {
  const idsOf = (batchId: string): string[] => events.map((_, index) => idAfter(batchId, index));
  const earlier = key === undefined ? undefined : await queue.recall(organizationId, ROUTE, key);
  if (earlier) return idsOf(earlier.batchId);
  const receivedAt = Date.now();
  const batch: AcceptedBatch = {
    id: uuidv7(receivedAt),
    organizationId,
    kind: "log",
    receivedAt,
    format: "array",
    count: events.length,
    body: Buffer.from(
      JSON.stringify(
        events.map(({ number, service, isFatal, isPoison }) => ({
          service,
          level: isFatal ? "fatal" : "info",
          message: `event ${number}${isPoison ? " poison" : ""}`,
        })),
      ),
    ),
  };
  const ids = idsOf(batch.id);
  for (const [index, event] of events.entries())
    journal.sent({
      ...event,
      id: ids[index] as string,
      organizationId,
      ingest: process.name.split(" ")[0] as string,
      receivedAt,
      isKeyed: key !== undefined,
    });
  const answer: Pick<RememberedAnswer, "organizationId" | "route"> = { organizationId, route: ROUTE };
  const remembered = key && { ...answer, key, fingerprint: key, answer: "", batchId: batch.id, receivedAt };
  journal.note(`${process.name} is sent ${events.map(({ number, service }) => `${number} (${service})`).join(" ")}`);
  await (remembered ? queue.append([batch], remembered) : queue.append([batch]));
  return ids;
}
