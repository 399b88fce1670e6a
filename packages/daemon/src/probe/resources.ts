import { randomId } from "../kernel/ids.ts";
import type { DiagnosticResource } from "../model/diagnostic-tool.ts";
import type { Scope } from "../model/scope.ts";

export interface GivenResource {
  readonly provider: string;
  readonly resourceType: string;
  readonly region: string;
  readonly resourceId?: string;
  readonly resourceArn?: string;
}

/** Both throw `not_found` for an invisible incident. */
export interface ResourceStore {
  list(scope: Scope, incidentId: string): Promise<readonly DiagnosticResource[]>;
  /** Replaces the mapped resources by those that `decide` returns, in one transaction. */
  replace(
    scope: Scope,
    incidentId: string,
    decide: (mapped: readonly DiagnosticResource[]) => readonly DiagnosticResource[],
  ): Promise<readonly DiagnosticResource[]>;
}

/** Duplicates are ignored, and known resources keep their id. Throws `not_found`. */
export const replaceResources = (
  store: ResourceStore,
  scope: Scope,
  incidentId: string,
  given: readonly GivenResource[],
  now: number,
): Promise<readonly DiagnosticResource[]> =>
  store.replace(scope, incidentId, (mapped) => {
    const known = new Map(mapped.map((resource) => [keyOf(resource), resource]));
    const wanted = new Map<string, DiagnosticResource>();
    for (const { resourceId = null, resourceArn = null, ...rest } of given) {
      const { organizationId } = scope;
      const { provider, resourceType, region } = rest;
      const named = { provider, resourceType, resourceId, resourceArn, region };
      const key = keyOf(named);
      if (wanted.has(key)) continue;
      const { id, createdAt } = known.get(key) ?? { id: randomId(), createdAt: now };
      wanted.set(key, { id, incidentId, organizationId, ...named, createdAt });
    }
    return [...wanted.values()];
  });

/** Contract 4.3: provider, type, id or ARN, and region. */
const keyOf = ({
  provider,
  resourceType,
  resourceId,
  resourceArn,
  region,
}: Pick<DiagnosticResource, "provider" | "resourceType" | "resourceId" | "resourceArn" | "region">): string =>
  JSON.stringify([provider, resourceType, resourceId ?? resourceArn, region]);
