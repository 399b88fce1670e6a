import type { CatalogEntry, CatalogReader } from "../catalog/catalog.ts";
import type { Scope } from "../model/scope.ts";
import { type BudgetCounts, budgetCountsOf, budgetSpans } from "./slo.ts";
import type { TelemetryCounts } from "./telemetry-counts.ts";

export interface BudgetDeps {
  readonly catalog: Pick<CatalogReader, "entry">;
  readonly counts: TelemetryCounts;
}

/** What is known of a service's objective and of how it is kept. */
export interface ServiceBudget {
  readonly entry: Pick<CatalogEntry, "tier" | "slo"> | undefined;
  /** Undefined where it has no objective. */
  readonly budget: BudgetCounts | undefined;
}

/** As it stood at a moment. Three queries; none for no service. */
export async function readServiceBudget(
  { catalog, counts }: BudgetDeps,
  scope: Scope,
  service: string | null,
  at: number,
  now: number,
): Promise<ServiceBudget> {
  const entry = service === null ? undefined : await catalog.entry(scope, service);
  if (service === null || !entry?.slo) return { entry, budget: undefined };
  return { entry, budget: budgetCountsOf(await counts.sums(scope, [service], budgetSpans(entry.slo, at, now), now)) };
}
