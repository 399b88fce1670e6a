import { openIncidents } from "../incident/open-incident.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import { keepStatesIfStored, loadDetectionStates } from "./process-batches.ts";

const DUE_SERVICES_MAX = 500;

/** Evaluates services whose state is due without telemetry: silence, and conditions that last. */
export async function examineDueStates(deps: PipelineDeps): Promise<void> {
  const { group, store, engine, clock } = deps;
  const leases = group?.leases() ?? [];
  if (group && leases.length === 0) return;
  const held = group && { partitions: group.partitions, held: leases.map(({ partition }) => partition) };
  const keys = await store.due(clock.now(), DUE_SERVICES_MAX, held);
  if (keys.length === 0) return;
  await loadDetectionStates(deps, keys);
  // A lost lease stores nothing; the next holder examines the services that are still due.
  await keepStatesIfStored(engine, keys, () => {
    const now = clock.now();
    const effects = { deployments: [], counts: [], deadLetters: [], replayed: [], leases, progress: null };
    const batch = { candidates: engine.examine(keys, now), states: engine.takeChanges(), ...effects };
    return store.commit(batch, openIncidents, now);
  });
}
