import type { CatalogReader } from "../../catalog/catalog.ts";
import { type Incident, servicesOf } from "../../model/incident.ts";
import type { Scope } from "../../model/scope.ts";
import type { TimeSpan } from "../../model/telemetry-count.ts";
import { ALERTED_MAX, ALERTED_MS, CALLS_FAR_MAX, SERVICES_MAX } from "./gathering-limits.ts";
import type { Call, Hop, LogPattern, ServiceInView } from "./incident-picture.ts";

export interface Neighbours {
  readonly catalog: CatalogReader;
  /** Services of merged and grouped incidents. */
  readonly related: readonly string[];
}

export interface View {
  readonly services: readonly ServiceInView[];
  readonly calls: readonly Call[];
  readonly omitted: readonly string[];
}

type Next = (level: readonly string[]) => Promise<readonly string[]>;

/** The incident's services, those of related incidents, and their direct and indirect callees and callers. */
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
  // One call in both directions at a time, so that the nearest come first.
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

export interface AlertedServices {
  /** Services of incidents created in the span, the latest first, at most `most`. */
  within(scope: Scope, span: TimeSpan, most: number): Promise<Alerted>;
}

export interface Alerted {
  readonly services: readonly string[];
  /** False if more incidents or services existed. */
  readonly isAll: boolean;
}

interface AlertedSources {
  readonly alerted: AlertedServices;
  readonly catalog: Pick<CatalogReader, "ownersOf">;
}

interface Beside {
  readonly others: readonly ServiceInView[];
  readonly omitted: readonly string[];
}

/** Other services whose incidents opened at about the same time, at maximum distance. */
export async function alertedBeside(
  { alerted, catalog }: AlertedSources,
  scope: Scope,
  { createdAt }: Incident,
  inView: readonly ServiceInView[],
): Promise<Beside> {
  const names = new Set(inView.map(({ name }) => name));
  const span = { from: createdAt - ALERTED_MS, to: createdAt + ALERTED_MS };
  const { services, isAll } = await alerted.within(scope, span, names.size + ALERTED_MAX);
  const found = services.filter((name) => !names.has(name));
  const looked = found.slice(0, Math.max(0, Math.min(ALERTED_MAX, SERVICES_MAX - names.size)));
  const mapped = await catalog.ownersOf(scope, looked);
  return {
    others: looked.map((name) => ({ name, distance: CALLS_FAR_MAX, inCatalog: mapped.has(name) })),
    omitted:
      isAll && looked.length === found.length
        ? []
        : [
            "Not all incidents that opened at about the same time were looked at for services that may belong to this one.",
          ],
  };
}

/** The services in view, and those of `others` that requests or complaints connect with them, sorted by distance. */
export function connected(
  services: readonly ServiceInView[],
  others: readonly ServiceInView[],
  { patterns, hops }: { readonly patterns: readonly LogPattern[]; readonly hops: readonly Hop[] },
): readonly ServiceInView[] {
  const neighbours = new Map<string, Set<string>>();
  const connect = (one: string, other: string): void => {
    neighbours.set(one, (neighbours.get(one) ?? new Set()).add(other));
    neighbours.set(other, (neighbours.get(other) ?? new Set()).add(one));
  };
  for (const { service, names } of patterns) for (const name of names) connect(service, name);
  for (const { from, to } of hops) connect(from, to);

  const waiting = new Map(others.map((service) => [service.name, service]));
  const found = services.toSorted((one, other) => one.distance - other.distance);
  // `found` grows during the loop, sorted by distance.
  for (const { name, distance } of found) {
    for (const next of neighbours.get(name) ?? []) {
      const other = waiting.get(next);
      if (other === undefined) continue;
      waiting.delete(next);
      const further = found.findIndex((each) => each.distance > distance + 1);
      found.splice(further < 0 ? found.length : further, 0, { ...other, distance: distance + 1 });
    }
  }
  return found;
}
