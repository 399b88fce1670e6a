import type Database from "better-sqlite3";
import type { RememberedAnswer } from "../../ingest/queue.ts";
import type { Clock } from "../../kernel/clock.ts";
import { IDEMPOTENCY_TTL_MS } from "../../model/request-limits.ts";

export type Answers = ReturnType<typeof openAnswers>;

const FORGOTTEN_ROWS_MAX = 4000;

const COLUMNS = `
  organization_id text not null, route text not null, key text not null,
  fingerprint text not null, answer text not null, batch_id text not null, received_at integer not null,
  primary key (organization_id, route, key)`;

const SCHEMA = `
  create table if not exists answer (${COLUMNS}) without rowid;
  create index if not exists answer_by_age on answer (received_at);
  create table if not exists claim (${COLUMNS}) without rowid;
  create index if not exists claim_by_age on claim (received_at);
`;

/** Answers by Idempotency-Key, and claims: answers to requests whose batches are being published elsewhere. */
export function openAnswers(database: Database.Database, clock: Clock) {
  database.exec(SCHEMA);
  const answers = prepare(database, "answer");
  const claims = prepare(database, "claim");
  const expired = (): number => clock.now() - IDEMPOTENCY_TTL_MS;
  const readIn =
    ({ read }: Statements) =>
    (...key: [string, string, string]): RememberedAnswer | undefined => {
      const row = read.get(...key) as RememberedAnswer | undefined;
      return row && row.receivedAt > expired() ? row : undefined;
    };
  const forgetIn = ({ forget }: Statements): boolean =>
    forget.run(expired(), FORGOTTEN_ROWS_MAX).changes === FORGOTTEN_ROWS_MAX;
  return {
    recall: readIn(answers),
    claimed: readIn(claims),
    /** Ends the claim of its key, if there is one. */
    keep(answer: RememberedAnswer): void {
      answers.write.run(answer);
      claims.remove.run(answer);
    },
    claim: (answer: RememberedAnswer): void => void claims.write.run(answer),
    /** Removes expired rows, a bounded number a call; true where more are left. */
    forget(): boolean {
      const more = [answers, claims].map(forgetIn);
      return more.includes(true);
    },
  };
}

type Statements = ReturnType<typeof prepare>;

function prepare(database: Database.Database, table: "answer" | "claim") {
  return {
    write: database.prepare(
      `insert or replace into ${table}
       values (@organizationId, @route, @key, @fingerprint, @answer, @batchId, @receivedAt)`,
    ),
    read: database.prepare(
      `select organization_id as organizationId, route, key, fingerprint, answer, batch_id as batchId,
              received_at as receivedAt
       from ${table} where organization_id = ? and route = ? and key = ?`,
    ),
    remove: database.prepare(
      `delete from ${table} where organization_id = @organizationId and route = @route and key = @key`,
    ),
    forget: database.prepare(
      `delete from ${table} where (organization_id, route, key) in
         (select organization_id, route, key from ${table} where received_at <= ? limit ?)`,
    ),
  };
}
