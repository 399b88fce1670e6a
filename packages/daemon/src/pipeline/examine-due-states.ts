import { openIncidents } from "../incident/open-incident.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import { keepStatesIfStored, loadDetectionStates, serviceKeyOf } from "./process-batches.ts";

const DUE_SERVICES_MAX = 500;

/** Runs the detectors of services whose state asked for it at this time: silence, and conditions that last. */
export async function examineDueStates(deps: PipelineDeps): Promise<void> {
  const { group, store, engine, clock } = deps;
  const leases = group?.leases() ?? [];
  if (group && leases.length === 0) return;
  const held = group && { partitions: group.partitions, held: leases.map(({ partition }) => partition) };
  const keys = (await store.due(clock.now(), DUE_SERVICES_MAX, held)).map(serviceKeyOf);
  if (keys.length === 0) return;
  await loadDetectionStates(deps, keys);
  // A lost lease stores nothing; the next holder examines the services that are still due.
  await keepStatesIfStored(engine, [], async (takeStates) => {
    const now = clock.now();
    const candidates = engine.examine(keys, now);
    const states = takeStates();
    const effects = { deployments: [], counts: [], deadLetters: [], replayed: [], leases, progress: null };
    return store.commit({ candidates, states, ...effects }, openIncidents, now);
  });
}
