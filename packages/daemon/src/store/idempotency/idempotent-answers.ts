import { createHash } from "node:crypto";
import type { EntityManager } from "typeorm";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { randomId } from "../../kernel/ids.ts";
import type { AnswerStore, Claim, ClaimOutcome } from "../../model/keyed-request.ts";
import { IDEMPOTENCY_TTL_MS } from "../../model/request-limits.ts";
import type { Database } from "../sql/database.ts";
import { readRow } from "../sql/sql-rows.ts";
import { query, type Sql, sql, writeStatement } from "../sql/statement.ts";
import { type CoreIdempotencyRow, coreIdempotencyTable } from "./idempotency-tables.ts";

/** A longer request is taken to have ended, in answers to retries only: a late result is still kept. */
const RUNNING_MS = MINUTE_MS;
const FORGOTTEN_AT_ONCE_MAX = 1000;

/** A key is claimed by one insert before anything is done, and completed by one update after. */
export function createAnswerStore(database: Database): AnswerStore {
  const run = (statement: Sql): Promise<unknown[]> => writeStatement(database, statement);
  return {
    claim: ({ organizationId }, request, now) =>
      database.write((transaction) => claimKey(transaction, { ...request, organizationId, id: randomId() }, now)),
    async complete(claim, { status, sealed }, now) {
      await run(
        sql`update core_idempotency set state = 'done', status = ${status}, sealed = ${sealed}, completed_at = ${now}
            where ${isClaim(claim)}`,
      );
    },
    async release(claim) {
      await run(sql`delete from core_idempotency where ${isClaim(claim)}`);
    },
    async abandon() {
      await run(sql`update core_idempotency set state = 'unknown' where state = 'running'`);
    },
    async forget(now) {
      const forgotten = await run(
        sql`delete from core_idempotency where (organization_id, subject, operation, key) in (
              select organization_id, subject, operation, key from core_idempotency
              where claimed_at <= ${now - IDEMPOTENCY_TTL_MS} order by claimed_at limit ${FORGOTTEN_AT_ONCE_MAX})
            returning claim`,
      );
      return forgotten.length;
    },
  };
}

const isClaim = ({ organizationId, subject, operation, key, id }: Claim): Sql =>
  sql`organization_id = ${organizationId} and subject = ${subjectOf(subject)} and operation = ${operation}
      and key = ${key} and claim = ${id}`;

const subjectOf = (subject: string): string => createHash("sha256").update(subject).digest("hex");

async function claimKey(transaction: EntityManager, claim: Claim, now: number): Promise<ClaimOutcome> {
  const { organizationId, operation, key, id, fingerprint } = claim;
  const subject = subjectOf(claim.subject);
  const inserted = await query(
    transaction,
    sql`insert into core_idempotency (organization_id, subject, operation, key, claim, fingerprint, state, claimed_at)
       values (${organizationId}, ${subject}, ${operation}, ${key}, ${id}, ${fingerprint}, 'running', ${now})
       on conflict (organization_id, subject, operation, key) do update set
         claim = excluded.claim, fingerprint = excluded.fingerprint, state = 'running', status = null, sealed = null,
         claimed_at = excluded.claimed_at, completed_at = null
       where core_idempotency.claimed_at <= ${now - IDEMPOTENCY_TTL_MS}
       returning claim`,
  );
  if (inserted.length === 1) return { state: "claimed", claim };
  const where = { organization_id: organizationId, subject, operation, key };
  const row = await readRow(transaction, coreIdempotencyTable, where);
  // Released between the two statements: the next attempt gets the claim.
  return row ? outcomeOf(row, claim, now) : { state: "running" };
}

function outcomeOf(row: CoreIdempotencyRow, asked: Claim, now: number): ClaimOutcome {
  if (row.fingerprint !== asked.fingerprint) return { state: "other" };
  if (row.state === "done") {
    const answer = { status: row.status as number, sealed: row.sealed };
    return { state: "answered", claim: { ...asked, id: row.claim }, answer };
  }
  return { state: row.state === "running" && now - row.claimedAt < RUNNING_MS ? "running" : "unknown" };
}
