import type { EntityManager } from "typeorm";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "./database.ts";
import { queryOne, sql } from "./statement.ts";

/** Serialises the writers of one organization until the transaction ends. Returns the last number of its stream. */
export async function lockOrganization(transaction: EntityManager, organizationId: string): Promise<number> {
  const head = await queryOne<{ seq: number }>(
    transaction,
    sql`insert into stream_head (organization_id, seq) values (${organizationId}, 0)
        on conflict (organization_id) do update set seq = stream_head.seq returning seq`,
  );
  return head?.seq ?? 0;
}

/** One transaction that no other writer of the organization overlaps, so that what it reads holds while it writes. */
export const writeLocked = <Result>(
  database: Pick<Database, "write">,
  { organizationId }: Pick<Scope, "organizationId">,
  work: (transaction: EntityManager) => Promise<Result>,
): Promise<Result> =>
  database.write(async (transaction) => {
    await lockOrganization(transaction, organizationId);
    return work(transaction);
  });
