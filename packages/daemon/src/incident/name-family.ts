import { FAMILY_MEMBERS_READ_MAX, titleOfFamily } from "./family-title.ts";
import type { IncidentChange } from "./store.ts";
import type { IncidentUnitOfWork, StoredIncident } from "./unit-of-work.ts";

/**
 * Adds the title of the parent's family to a change of the parent, after a child joined or left. The title that a person
 * wrote stays, and a parent without children has its own again.
 */
export async function nameFamily(
  { incidents, correlation }: Pick<IncidentUnitOfWork, "incidents" | "correlation">,
  parent: StoredIncident,
  change: IncidentChange,
): Promise<IncidentChange> {
  if (parent.ruleId === null) return change;
  const children = await incidents.firstChildren(parent.id, FAMILY_MEMBERS_READ_MAX);
  const own = parent.ownTitle ?? parent.title;
  const severity = parent.ownSeverity ?? parent.severity;
  const services = change.fields.affectedServices ?? parent.affectedServices;
  const title =
    children.length === 0
      ? own
      : titleOfFamily({
          members: [{ ...parent, title: own, severity }, ...children],
          services,
          calls: services.length === 1 ? [] : await correlation.callsAround(services),
        });
  const ownTitle = title === own ? null : own;
  const ownSeverity = children.length === 0 ? null : severity;
  if (ownTitle !== parent.ownTitle || ownSeverity !== parent.ownSeverity)
    await incidents.keepOwn(parent, { ownTitle, ownSeverity });
  return title === parent.title ? change : { ...change, fields: { ...change.fields, title } };
}
