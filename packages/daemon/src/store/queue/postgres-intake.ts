import type { AnswerLedger, EarlierTry, RememberedAnswer } from "../../ingest/queue.ts";
import type { RefusalStore } from "../../ingest/refusals.ts";
import type { ServiceRegistry } from "../../ingest/services.ts";
import { type Clock, SECOND_MS, systemClock } from "../../kernel/clock.ts";
import { IDEMPOTENCY_TTL_MS } from "../../model/request-limits.ts";
import { openPool, type Pool, transact } from "../sql/postgres-pool.ts";
import { withoutColumns } from "../sql/sql-rows.ts";
import { type Sql, sql } from "../sql/statement.ts";
import { createRefusalStore } from "./postgres-refusals.ts";

/** Services, answers by Idempotency-Key and refusals that ingest roles share. Events travel through the broker. */
export interface PostgresIntake extends ServiceRegistry, AnswerLedger, RefusalStore {
  /**
   * Reports up to when this process has published everything that it accepted: up to its oldest waiting telemetry, or up
   * to now. Workers don't consider a service quiet after that time. The last report of a process that is dead or cut off
   * holds for a day where something waited, else for ten minutes.
   */
  reportUnpublished(process: string, oldestAt: number | undefined): Promise<void>;
  /** Ends the reports of a process that leaves nothing behind. */
  endReports(process: string): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresIntakeOptions {
  readonly clock?: Clock;
  readonly connectionsMax?: number;
}

const CONNECTIONS_MAX = 4;
const SERVICES_IN_MEMORY_MAX = 200_000;
/** Longer than publishing may take; a claim older than this belongs to a process that died. */
const CLAIM_RUNS_MS = 30 * SECOND_MS;
const TIDY_EVERY_MS = 10 * SECOND_MS;
const TIDY_ROWS_MAX = 5000;

export async function openPostgresIntake(url: string, options: PostgresIntakeOptions = {}): Promise<PostgresIntake> {
  const clock = options.clock ?? systemClock;
  const pool = openPool(url, { name: "intake", connectionsMax: options.connectionsMax ?? CONNECTIONS_MAX });
  let tidied = 0;
  const tidy = (now: number): void => {
    if (now - tidied < TIDY_EVERY_MS) return;
    tidied = now;
    // A failure is harmless: a later request repeats it.
    pool
      .query(
        sql`delete from intake_answer using (
              select organization_id, route, key from intake_answer
              where received_at < ${now - IDEMPOTENCY_TTL_MS} limit ${TIDY_ROWS_MAX} for update skip locked
            ) as old
            where intake_answer.organization_id = old.organization_id and intake_answer.route = old.route
              and intake_answer.key = old.key`,
      )
      .catch(() => undefined);
  };
  return {
    ...createRegistry(pool),
    ...createRefusalStore(pool),
    async reportUnpublished(process, oldestAt) {
      // By the database's clock, as the leases of partitions.
      await pool.query(
        sql`insert into unpublished_telemetry (process, oldest_at, seen_at)
            select ${process}, coalesce(${oldestAt ?? null}, now.ms), now.ms
            from (select floor(extract(epoch from clock_timestamp()) * 1000) as ms) as now
            on conflict (process) do update set oldest_at = excluded.oldest_at, seen_at = excluded.seen_at`,
      );
    },
    async endReports(process) {
      await pool.query(sql`delete from unpublished_telemetry where process = ${process}`);
    },
    async recall(organizationId, route, key) {
      const row = await readAnswer(pool, { organizationId, route, key });
      if (!row?.completed || row.receivedAt <= clock.now() - IDEMPOTENCY_TTL_MS) return undefined;
      return toAnswer(row);
    },
    async remember(answer) {
      const now = clock.now();
      tidy(now);
      return claim(pool, answer, now);
    },
    async complete(answer) {
      await pool.query(sql`update intake_answer set completed = true where ${isKey(answer)}`);
    },
    async release(answer) {
      await pool.query(sql`update intake_answer set claimed_at = 0 where ${isKey(answer)} and not completed`);
    },
    close: () => pool.end(),
  };
}

interface AnswerRow extends RememberedAnswer {
  readonly claimedAt: number;
  readonly completed: boolean;
}

type AnswerKey = Pick<RememberedAnswer, "organizationId" | "route" | "key">;

const isKey = ({ organizationId, route, key }: AnswerKey): Sql =>
  sql`organization_id = ${organizationId} and route = ${route} and key = ${key}`;

async function readAnswer(pool: Pool, key: AnswerKey): Promise<AnswerRow | undefined> {
  const { rows } = await pool.query<AnswerRow>(
    sql`select organization_id as "organizationId", route, key, fingerprint, answer, batch_id as "batchId",
               received_at as "receivedAt", claimed_at as "claimedAt", completed
        from intake_answer where ${isKey(key)}`,
  );
  return rows[0];
}

const toAnswer = (row: AnswerRow): RememberedAnswer => withoutColumns(row, ["claimedAt", "completed"]);

async function claim(pool: Pool, answer: RememberedAnswer, now: number): Promise<"new" | EarlierTry> {
  const { organizationId, route, key, fingerprint, batchId, receivedAt } = answer;
  const claimed = await pool.query(
    sql`insert into intake_answer as held
          (organization_id, route, key, fingerprint, answer, batch_id, received_at, claimed_at, completed)
        values (${organizationId}, ${route}, ${key}, ${fingerprint}, ${answer.answer}, ${batchId}, ${receivedAt}, ${now}, false)
        on conflict (organization_id, route, key) do update
          set fingerprint = excluded.fingerprint, answer = excluded.answer, batch_id = excluded.batch_id,
              received_at = excluded.received_at, claimed_at = excluded.claimed_at, completed = false
          where held.received_at <= ${now - IDEMPOTENCY_TTL_MS}`,
  );
  if (claimed.rowCount === 1) return "new";
  const row = await readAnswer(pool, answer);
  // It expired since the insert found it.
  if (!row) return claim(pool, answer, now);
  const held = toAnswer(row);
  if (row.completed) return { state: "completed", answer: held };
  const { claimedAt } = row;
  if (row.fingerprint !== fingerprint || now - claimedAt < CLAIM_RUNS_MS) return { state: "running", answer: held };
  const taken = await pool.query(
    sql`update intake_answer set claimed_at = ${now}
        where ${isKey(answer)} and claimed_at = ${claimedAt} and not completed`,
  );
  return { state: taken.rowCount === 1 ? "unfinished" : "running", answer: held };
}

/** PostgreSQL's text holds no U+0000, and normalisation replaces it in the same way. */
const clean = (service: string): string => service.replaceAll("\u0000", "\uFFFD");

function createRegistry(pool: Pool): ServiceRegistry {
  const memory = new Map<string, Set<string>>();
  let held = 0;
  const organizations = createOrganizationCount(pool);
  const learn = (organizationId: string, names: Iterable<string>): void => {
    if (held > SERVICES_IN_MEMORY_MAX) {
      memory.clear();
      held = 0;
    }
    const known = memory.get(organizationId) ?? new Set();
    const before = known.size;
    for (const name of names) known.add(name);
    held += known.size - before;
    memory.set(organizationId, known);
  };
  return {
    knows(organizationId, services) {
      const names = memory.get(organizationId);
      if (!names) return services.size === 0;
      for (const service of services) if (!names.has(clean(service))) return false;
      return true;
    },
    async holdsOrganization(organizationId) {
      if ((memory.get(organizationId)?.size ?? 0) > 0) return true;
      const found = await pool.query(
        sql`select 1 from intake_service where organization_id = ${organizationId} limit 1`,
      );
      return found.rowCount === 1;
    },
    organizationCount: organizations.read,
    async register(organizationId, services, limit, allOrNone) {
      const names = [...new Set(services.map(clean))];
      const known = await storedAmong(pool, organizationId, names);
      const { left, isNewOrganization } =
        known.size === names.length ? ALL_KNOWN : await addServices(pool, organizationId, names, limit, allOrNone);
      if (isNewOrganization) organizations.add();
      learn(
        organizationId,
        names.filter((name) => !left.has(name)),
      );
      return services.filter((service) => left.has(clean(service)));
    },
  };
}

const ORGANIZATIONS_COUNTED_MS = 60 * SECOND_MS;
/** Until there is a second one, which changes how the broker is shared. */
const ONE_COUNTED_MS = SECOND_MS;

/** A loose index scan: it reads one row of each organization. */
const COUNT_ORGANIZATIONS = `
  with recursive organization as (
    (select organization_id as id from intake_service order by organization_id limit 1)
    union all
    select (select organization_id from intake_service where organization_id > organization.id
            order by organization_id limit 1)
    from organization where organization.id is not null
  )
  select count(id) as n from organization`;

interface OrganizationCount {
  read(): Promise<number>;
  /** Adds one that this process registered. */
  add(): void;
}

/** Counts once a minute, over all processes; once a second while there is one alone. */
function createOrganizationCount(pool: Pool): OrganizationCount {
  let counting: Promise<number> | undefined;
  let countedUntil = Number.NEGATIVE_INFINITY;
  let added = 0;
  const count = async (): Promise<number> => {
    const { rows } = await pool.query<{ n: number }>(COUNT_ORGANIZATIONS);
    const found = rows[0]?.n ?? 0;
    countedUntil = performance.now() + (found > 1 ? ORGANIZATIONS_COUNTED_MS : ONE_COUNTED_MS);
    return found;
  };
  return {
    async read() {
      if (!counting || performance.now() >= countedUntil) {
        // All calls wait for the count that is under way.
        countedUntil = Number.POSITIVE_INFINITY;
        added = 0;
        counting = count();
        counting.catch(() => {
          counting = undefined;
        });
      }
      return (await counting) + added;
    },
    add() {
      added += 1;
    },
  };
}

type Queries = Pick<Pool, "query">;

interface Registered {
  /** Names that exceed the limit. */
  readonly left: ReadonlySet<string>;
  readonly isNewOrganization: boolean;
}
const ALL_KNOWN: Registered = { left: new Set(), isNewOrganization: false };

async function storedAmong(queries: Queries, organizationId: string, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await queries.query<{ name: string }>(
    sql`select name from intake_service where organization_id = ${organizationId} and name = any(${[...names]}::text[])`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Under a lock of the organization: counting and adding is one step for all processes. */
async function addServices(
  pool: Pool,
  organizationId: string,
  names: readonly string[],
  limit: number,
  allOrNone: boolean,
): Promise<Registered> {
  return transact(pool, async (client) => {
    await client.query(sql`select pg_advisory_xact_lock(hashtextextended(${`tocsin-services ${organizationId}`}, 0))`);
    const known = await storedAmong(client, organizationId, names);
    const { rows } = await client.query<{ n: number }>(
      sql`select count(*) as n from intake_service where organization_id = ${organizationId}`,
    );
    const held = rows[0]?.n ?? 0;
    const capacity = Math.max(0, limit - held);
    const fresh = names.filter((name) => !known.has(name));
    const taken = fresh.length <= capacity ? fresh : allOrNone ? [] : fresh.slice(0, capacity);
    await client.query(
      sql`insert into intake_service select ${organizationId}, name from unnest(${taken}::text[]) as given (name)
          on conflict do nothing`,
    );
    return { left: new Set(fresh.slice(taken.length)), isNewOrganization: held === 0 && taken.length > 0 };
  });
}
