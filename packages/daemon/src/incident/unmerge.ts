import { excludeCorrelation } from "../correlate/record-decision.ts";
import { ApplicationError } from "../kernel/errors.ts";
import type { Incident } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import { announce, appendTimeline } from "./append-timeline.ts";
import { applyConsequence, requireIncident, updateIncident } from "./apply-change.ts";
import type { ChangeDeps } from "./change-incident.ts";
import { shareOf } from "./merge-and-group.ts";
import { nameFamily } from "./name-family.ts";
import { detachChild, type RelatedIncidentReader } from "./parent-and-child.ts";

export interface FamilyStore extends RelatedIncidentReader, ChangeDeps {}

/** Detaches a child from its parent for good: correlation excludes the pair. Throws `not_found`, `conflict`. */
export const unmerge = ({ units, clock }: ChangeDeps, scope: Scope, id: string): Promise<Incident> =>
  units.run(scope.organizationId, async (unit) => {
    const child = await requireIncident(unit, id);
    const parent = child.parentIncidentId === null ? undefined : await unit.incidents.find(child.parentIncidentId);
    if (!parent) throw new ApplicationError("incident_not_merged", `Incident ${id} is not merged into another one.`);
    const why = { actor: scope.actor, reason: "requested", detail: `By ${scope.actor}.` };
    const change = detachChild(child, parent, shareOf(child), why);
    const now = clock.now();
    const detached = await updateIncident(unit, child, change.child, now);
    await appendTimeline(unit, detached, change.child.timeline, now);
    await announce(unit, detached);
    await applyConsequence(unit, parent, await nameFamily(unit, parent, change.parent), now);
    await excludeCorrelation(unit.correlation, child, parent, now);
    return detached;
  });
