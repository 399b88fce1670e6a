import { moveTo } from "../../incident/change-status.ts";
import type { IncidentStore } from "../../incident/store.ts";
import type { IncidentStatus } from "../../model/incident.ts";
import { type Scope, SYSTEM } from "../../model/scope.ts";

/** An old version moved this incident to REMEDIATING for a simulation. */
export interface SimulatedMove {
  readonly organizationId: string;
  readonly incidentId: string;
}

export interface SimulatedMoveStore {
  list(most: number): Promise<readonly SimulatedMove[]>;
  remove(move: SimulatedMove): Promise<void>;
}

export interface UndoSimulatedMovesDeps {
  readonly incidents: Pick<IncidentStore, "timeline" | "change">;
  readonly moves: SimulatedMoveStore;
}

const AT_ONCE_MAX = 100;

/** Moves incidents back, unless a person put them into REMEDIATING. One bounded step. */
export async function undoSimulatedMoves({ incidents, moves }: UndoSimulatedMovesDeps, now: number): Promise<void> {
  for (const move of await moves.list(AT_ONCE_MAX)) {
    const scope: Scope = { organizationId: move.organizationId, actor: SYSTEM, permissions: [] };
    const timeline = await incidents.timeline(scope, move.incidentId);
    const { from, reason } = timeline.findLast(({ type }) => type === "status_changed")?.metadata ?? {};
    if (reason === "remediation_executing" && (from === "OPEN" || from === "INVESTIGATING")) {
      await moveBack(incidents, scope, move.incidentId, from, now);
    }
    await moves.remove(move);
  }
}

const moveBack = (
  incidents: Pick<IncidentStore, "change">,
  scope: Scope,
  id: string,
  status: IncidentStatus,
  now: number,
): Promise<unknown> =>
  incidents.change(scope, id, (incident) => {
    const detail = "The remediation that had moved it was simulated; nothing was touched.";
    const why = { actor: SYSTEM, reason: "remediation_simulated", detail };
    return incident.status === "REMEDIATING" ? moveTo(incident, status, why, now) : undefined;
  });
