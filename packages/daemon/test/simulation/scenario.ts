import { uuidv7 } from "../../src/kernel/ids.ts";
import type { Random } from "../support/random.ts";
import { type Cluster, createCluster } from "./cluster.ts";
import { noFaults } from "./failing-store.ts";
import { DISTRIBUTED_FAULTS, EMBEDDED_FAULTS, type Fault, RESET_FAULTS, RESTORE_FAULTS } from "./faults.ts";
import { checkEnd, unprocessed } from "./invariants.ts";
import { type Bug, createSimulation, type Simulation } from "./simulation.ts";
import type { Storage } from "./storage.ts";
import { type Request, send } from "./traffic.ts";

/**
 * `restored`: embedded, with backups that are put back. `reset`: distributed, and connections to the broker are reset
 * until it gives messages up.
 */
export type Form = "distributed" | "embedded" | "restored" | "reset";

const FAULTS: Readonly<Record<Form, readonly Fault[]>> = {
  distributed: DISTRIBUTED_FAULTS,
  reset: RESET_FAULTS,
  embedded: EMBEDDED_FAULTS,
  restored: RESTORE_FAULTS,
};

export interface ScenarioOptions {
  readonly seed: number;
  readonly storage: Storage;
  readonly form: Form;
  readonly bug?: Bug;
  readonly print?: (line: string) => void;
}

export interface ScenarioResult {
  readonly violation: string | undefined;
  readonly history: string;
  readonly acknowledged: number;
  /** Events of messages that the broker gave up for their deliveries. */
  readonly givenUp: number;
  readonly events: number;
}

const HISTORY_LINES = 60;
/** Of faults and traffic; then all is mended. */
const ACTIVE_MS = { short: 30_000, long: 150_000 } as const;
/** A few seeds are so long that incidents resolve. */
const LONG_SHARE = 0.15;
/** From then on nothing fails any more, and all that was acknowledged must be processed. */
const DRAIN_MS_MAX = 180_000;
const LOOK_MS = 500;

const ORGANIZATIONS = ["acme", "globex"];
const SERVICES = ["checkout", "search", "billing", "mail"];
/** Logs fatal errors. */
const FAULTY = new Set(["checkout", "billing"]);

/** Runs one seed from an empty world to its end. */
export async function runScenario(options: ScenarioOptions): Promise<ScenarioResult> {
  const { seed, storage, bug, print } = options;
  await storage.reset();
  const simulation = createSimulation({ seed, storage, bug, print });
  const { time, journal } = simulation;
  time.enter(undefined, () => restartIds(time.random));
  const finished = time
    .enter(undefined, () => play(simulation, options))
    .catch((error: Error) => {
      journal.violate(`the scenario failed: ${error.stack}`);
    });
  const isOver = await time.run(finished, 2 * (ACTIVE_MS.long + DRAIN_MS_MAX));
  if (!isOver) journal.violate("the scenario didn't come to its end");
  for (const close of simulation.closers.reverse()) await close();
  return {
    violation: journal.violation(),
    history: journal.history(HISTORY_LINES),
    acknowledged: [...journal.events.values()].filter(({ acknowledgedAt }) => acknowledgedAt !== undefined).length,
    givenUp: [...journal.events.values()].filter(({ wasGivenUp }) => wasGivenUp).length,
    events: time.events(),
  };
}

/** Ids take their random bytes from a buffer: what the seed before left of it would make this one differ. */
function restartIds({ draws }: Random): void {
  for (let drawn = draws(), isFilled = false; !isFilled; isFilled = draws() > drawn) uuidv7(0);
}

async function play(simulation: Simulation, { form }: ScenarioOptions): Promise<void> {
  const { time, journal } = simulation;
  const { random } = time;
  const isEmbedded = form === "embedded" || form === "restored";
  const isLong = random.chance(LONG_SHARE);
  const cluster = createCluster(simulation, {
    isEmbedded,
    workers: isEmbedded ? 1 : random.between(1, 3),
    ingests: isEmbedded ? 1 : random.between(1, 2),
  });
  const ends = time.now() + (isLong ? ACTIVE_MS.long : ACTIVE_MS.short);
  const traffic = sendTraffic(simulation, cluster, ends, isLong);
  const faults = causeFaults(simulation, cluster, ends, FAULTS[form]);
  await Promise.all([traffic, faults]);
  journal.note("all faults are mended");
  mend(simulation, cluster);
  await drain(simulation);
}

async function sendTraffic(simulation: Simulation, cluster: Cluster, ends: number, isLong: boolean): Promise<void> {
  const { time } = simulation;
  const { random } = time;
  const underWay: Promise<void>[] = [];
  let number = 0;
  const request = (): Request => {
    const organizationId = random.pick(ORGANIZATIONS);
    const events = Array.from({ length: random.pick([1, 1, 1, 3, 8]) }, () => {
      const service = random.pick(SERVICES);
      number += 1;
      return { number, service, isFatal: FAULTY.has(service) && random.chance(0.3), isPoison: random.chance(0.005) };
    });
    return { organizationId, events, key: random.chance(0.3) ? `key-${number}` : undefined };
  };
  while (time.now() < ends && simulation.journal.violation() === undefined) {
    const ingests = cluster.ingests();
    const ingest = ingests.length > 0 ? random.pick(ingests) : undefined;
    const isKept = random.chance(0.7);
    underWay.push(send(simulation, request(), () => (isKept ? ingest : random.pick(cluster.ingests()))));
    await time.pass(random.between(0, isLong ? 8_000 : 900));
  }
  await Promise.all(underWay);
}

async function causeFaults(
  simulation: Simulation,
  cluster: Cluster,
  ends: number,
  faults: readonly Fault[],
): Promise<void> {
  const { time } = simulation;
  const { random } = time;
  const underWay: Promise<void>[] = [];
  await time.pass(random.between(0, 4_000));
  while (time.now() < ends && simulation.journal.violation() === undefined) {
    underWay.push(random.pick(faults)(simulation, cluster));
    await time.pass(random.between(500, 12_000));
  }
  await Promise.all(underWay);
}

function mend({ faults, broker, time }: Simulation, cluster: Cluster): void {
  Object.assign(faults, noFaults());
  for (const worker of cluster.workers()) Object.assign(worker.faults, noFaults());
  for (const process of cluster.processes()) time.resume(process);
  broker.setAway(false);
  broker.setBlocked(false);
  broker.setConfirmFaults(0);
  for (const queue of broker.queueNames()) broker.setStalled(queue, false);
}

async function drain({ time, storage, archive, journal }: Simulation): Promise<void> {
  const archived = async (): Promise<string[]> => {
    const ids: string[] = [];
    for (const organizationId of ORGANIZATIONS)
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const scope = { organizationId, actor: "simulation", permissions: [] };
        const page = await archive.search(scope, { limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
        ids.push(...page.records.map((json) => (JSON.parse(json) as { id: string }).id));
        cursor = page.cursor;
      }
    return ids;
  };
  const until = time.now() + DRAIN_MS_MAX;
  while (time.now() < until && journal.violation() === undefined) {
    await time.pass(LOOK_MS);
    if (unprocessed(storage, journal, []).length === 0) break;
  }
  // What was not acknowledged may still be on its way.
  await time.pass(10 * LOOK_MS);
  if (journal.violation() === undefined) checkEnd(storage, journal, await archived());
}
