import type { UnlearnedPast } from "../detect/engine/detection-engine.ts";
import type { LearnedPast } from "../detect/replay/learn-past.ts";
import { openIncidents } from "../incident/open-incident.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Mutex } from "../kernel/mutex.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import { keepStatesIfStored } from "./process-batches.ts";

export interface LearnPastsDeps extends PipelineDeps {
  /** Reads the archive's past of one service, aside of the live state. */
  readonly learnPast: (past: UnlearnedPast, signal: AbortSignal) => Promise<LearnedPast>;
  /** Runs work while nothing else changes the engine. */
  readonly exclusively: Mutex;
}

/**
 * Gives services that came without a stored state, or with sections that can't be read, what the archive's past teaches.
 * Live telemetry is processed meanwhile; what it taught since is replaced. The mark of such a state is stored with it,
 * so that learning starts over after a crash.
 */
export async function learnPasts(deps: LearnPastsDeps, signal: AbortSignal): Promise<void> {
  const { engine, logger } = deps;
  const began = performance.now();
  const learned = { services: 0, events: 0 };
  for (let past = engine.nextUnlearned(); past !== undefined && !signal.aborted; past = engine.nextUnlearned()) {
    const { environments, events } = await readPast(deps, past, signal);
    if (environments === null) {
      engine.adoptPast(past.key, null, deps.clock.now());
      continue;
    }
    if (!(await adopt(deps, past, environments))) break;
    learned.services++;
    learned.events += events;
  }
  if (learned.services === 0) return;
  logger.info("Detection learned the past from the archive", {
    ...learned,
    milliseconds: Math.round(performance.now() - began),
  });
}

/** Nothing for telemetry that can't be replayed, since it would fail again. */
async function readPast(
  { learnPast, logger, isTransient, isDamage }: LearnPastsDeps,
  past: UnlearnedPast,
  signal: AbortSignal,
): Promise<LearnedPast> {
  try {
    return await learnPast(past, signal);
  } catch (error) {
    if (signal.aborted || isTransient(error) || isDamage(error)) throw error;
    logger.warn("Detection can't learn the past of a service; it begins with the present", {
      ...past.key,
      error: coerceError(error),
    });
    return { environments: null, events: 0 };
  }
}

/** False if the service left this worker meanwhile: its next holder learns the past. */
const adopt = (
  { engine, store, group, clock, exclusively }: LearnPastsDeps,
  { key }: UnlearnedPast,
  environments: NonNullable<LearnedPast["environments"]>,
): Promise<boolean> =>
  exclusively(async () => {
    const lease = group?.leaseOf(key.organizationId, key.service);
    const now = clock.now();
    if ((group && lease === undefined) || !engine.adoptPast(key, environments, now)) return false;
    const effects = { deployments: [], counts: [], deadLetters: [], replayed: [], progress: null, candidates: [] };
    const outcome = await keepStatesIfStored(engine, [key], () => {
      const batch = { ...effects, states: engine.takeChanges(), leases: lease ? [lease] : [] };
      return store.commit(batch, openIncidents, now);
    });
    return outcome === "stored";
  });
