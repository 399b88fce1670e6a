import type { CatalogReader } from "../../catalog/catalog.ts";
import type { Incident } from "../../model/incident.ts";
import type { Scope } from "../../model/scope.ts";
import type { TimeSpan } from "../../signal/telemetry-counts.ts";
import type { ServiceInView } from "../picture/incident-picture.ts";
import { ALARMED_MAX, ALARMED_MS, CALLS_FAR_MAX, SERVICES_MAX } from "./gathering-limits.ts";

export interface AlarmedServices {
  /** The services of incidents that were created then, each once, the latest first; at most `most`. */
  within(scope: Scope, span: TimeSpan, most: number): Promise<Alarmed>;
}

export interface Alarmed {
  readonly services: readonly string[];
  /** False where there were more incidents than were looked at, or more services. */
  readonly isAll: boolean;
}

interface AlarmedSources {
  readonly alarmed: AlarmedServices;
  readonly catalog: Pick<CatalogReader, "ownersOf">;
}

interface Beside {
  readonly others: readonly ServiceInView[];
  /** What there was no room for, a sentence. */
  readonly omitted: readonly string[];
}

/** Services beside those in view whose incidents opened at about the same time, as far away as any. */
export async function alarmedBeside(
  { alarmed, catalog }: AlarmedSources,
  scope: Scope,
  { createdAt }: Incident,
  inView: readonly ServiceInView[],
): Promise<Beside> {
  const names = new Set(inView.map(({ name }) => name));
  const span = { from: createdAt - ALARMED_MS, to: createdAt + ALARMED_MS };
  const { services, isAll } = await alarmed.within(scope, span, names.size + ALARMED_MAX);
  const found = services.filter((name) => !names.has(name));
  const looked = found.slice(0, Math.max(0, Math.min(ALARMED_MAX, SERVICES_MAX - names.size)));
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
