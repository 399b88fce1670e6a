import type { EntityManager } from "typeorm";
import type { Slo, Tier } from "../../catalog/catalog.ts";
import type { StakesReader } from "../../incident/impact.ts";
import { query, sql, textTable } from "../sql/statement.ts";

export const createStakesReader = (transaction: EntityManager, organizationId: string): StakesReader => ({
  async stakesOf(services) {
    const rows = await query<{ service: string; tier: Tier; slo: string | null }>(
      transaction,
      sql`select service_name as service, tier, slo from catalog_entry
          where organization_id = ${organizationId} and service_name in (${textTable(transaction, [...new Set(services)])})`,
    );
    const sloOf = (stored: string | null) => (stored === null ? null : (JSON.parse(stored) as Slo));
    return new Map(rows.map(({ service, tier, slo }) => [service, { tier, slo: sloOf(slo) }]));
  },
});
