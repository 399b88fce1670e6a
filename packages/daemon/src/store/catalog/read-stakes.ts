import type { EntityManager } from "typeorm";
import type { Tier } from "../../catalog/catalog.ts";
import type { TierReader } from "../../incident/impact.ts";
import { query, sql, textTable } from "../sql/statement.ts";

export const createTierReader = (transaction: EntityManager, organizationId: string): TierReader => ({
  async tiersOf(services) {
    const rows = await query<{ service: string; tier: Tier }>(
      transaction,
      sql`select service_name as service, tier from catalog_entry
          where organization_id = ${organizationId} and service_name in (${textTable(transaction, [...new Set(services)])})`,
    );
    return new Map(rows.map(({ service, tier }) => [service, tier]));
  },
});
