import type { CatalogReader } from "../../catalog/catalog.ts";
import { type Incident, servicesOf } from "../../model/incident.ts";
import type { Scope } from "../../model/scope.ts";
import type { Call, ServiceInView } from "../picture/incident-picture.ts";
import { CALLS_FAR_MAX, SERVICES_MAX } from "./gathering-limits.ts";

/** What is known of services beside each other. */
export interface Neighbours {
  readonly catalog: CatalogReader;
  /** Those of incidents that are merged or grouped with this one: their alarms came together, whoever calls whom. */
  readonly related: readonly string[];
}

export interface View {
  /** The incident's first, then the nearest. */
  readonly services: readonly ServiceInView[];
  readonly calls: readonly Call[];
  readonly omitted: readonly string[];
}

type Next = (level: readonly string[]) => Promise<readonly string[]>;

/** The incident's services, those of incidents that belong together with it, what they call and who calls them, directly or through others. */
export async function servicesInView(
  { catalog, related }: Neighbours,
  scope: Scope,
  incident: Incident,
): Promise<View> {
  const own = servicesOf(incident);
  const distances = new Map(own.slice(0, SERVICES_MAX).map((name) => [name, 0]));
  const callees: Next = async (level) => distinct([...(await catalog.calledBy(scope, level)).values()].flat());
  const callers: Next = async (level) =>
    distinct((await Promise.all(level.map((name) => catalog.callersOf(scope, name, SERVICES_MAX)))).flat());
  let cutOff = own.length > SERVICES_MAX;
  // Both ways a call at a time, so that the nearest come first whichever way they lie.
  let [down, up]: (readonly string[])[] = [[...distances.keys()], [...distances.keys()]];
  for (let distance = 1; distance <= CALLS_FAR_MAX; distance += 1) {
    const beside = distance === 1 ? related : [];
    const [below, above] = [
      [...beside, ...(await next(callees, down))].filter(isNew),
      [...beside, ...(await next(callers, up))].filter(isNew),
    ];
    for (const name of distinct([...below, ...above])) {
      if (distances.size < SERVICES_MAX) distances.set(name, distance);
      else cutOff = true;
    }
    [down, up] = [below, above].map((names) => names.filter((name) => distances.has(name)));
  }
  function isNew(name: string): boolean {
    return !distances.has(name);
  }

  const names = [...distances.keys()];
  const [mapped, called] = await Promise.all([catalog.ownersOf(scope, names), catalog.calledBy(scope, names)]);
  return {
    services: Array.from(distances, ([name, distance]) => ({ name, distance, inCatalog: mapped.has(name) })),
    calls: names.flatMap((caller) =>
      distinct(called.get(caller) ?? [])
        .filter((callee) => distances.has(callee))
        .map((callee) => ({ caller, callee })),
    ),
    omitted: cutOff ? [`Only the ${SERVICES_MAX} nearest services were looked at.`] : [],
  };
}

const next = async (step: Next, level: readonly string[] = []): Promise<readonly string[]> =>
  level.length === 0 ? [] : step(level);

const distinct = (names: readonly string[]): string[] => [...new Set(names)].sort();
