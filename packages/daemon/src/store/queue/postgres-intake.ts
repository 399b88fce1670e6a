import type { AnswerLedger, EarlierTry, RememberedAnswer } from "../../ingest/queue.ts";
import type { RefusalStore } from "../../ingest/refusals.ts";
import type { ServiceRegistry } from "../../ingest/services.ts";
import { type Clock, SECOND_MS, systemClock } from "../../kernel/clock.ts";
import { IDEMPOTENCY_TTL_MS } from "../../model/request-limits.ts";
import { openPool, type Pool, transact } from "../sql/postgres-pool.ts";
import { createRefusalStore } from "./postgres-refusals.ts";

/**
 * What the ingest roles of several processes have to agree on: which services there are, which requests
 * with an Idempotency-Key were answered how, and what was refused. Events themselves travel the broker.
 */
export interface PostgresIntake extends ServiceRegistry, AnswerLedger, RefusalStore {
  /**
   * Notes up to when this process has published all that it accepted: up to the oldest telemetry that waits here, or up
   * to now. Workers don't take a service for quiet past that time. A process that reports no more, dead or cut off, so
   * holds quiet up: for a day where something waited, else for ten minutes.
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

/** By the database's clock, as the leases of partitions. */
const KEEP_UNPUBLISHED = `
  insert into unpublished_telemetry (process, oldest_at, seen_at)
  select $1, coalesce($2, now.ms), now.ms from (select floor(extract(epoch from clock_timestamp()) * 1000) as ms) as now
  on conflict (process) do update set oldest_at = excluded.oldest_at, seen_at = excluded.seen_at`;

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
    // What fails here is tried again with a later request.
    pool.query(FORGET, [now - IDEMPOTENCY_TTL_MS, TIDY_ROWS_MAX]).catch(() => undefined);
  };
  return {
    ...createRegistry(pool),
    ...createRefusalStore(pool),
    async reportUnpublished(process, oldestAt) {
      await pool.query(KEEP_UNPUBLISHED, [process, oldestAt ?? null]);
    },
    async endReports(process) {
      await pool.query("delete from unpublished_telemetry where process = $1", [process]);
    },
    async recall(organizationId, route, key) {
      const row = await readAnswer(pool, { organizationId, route, key });
      if (!row?.completed || Number(row.receivedAt) <= clock.now() - IDEMPOTENCY_TTL_MS) return undefined;
      return toAnswer(row);
    },
    async remember(answer) {
      const now = clock.now();
      tidy(now);
      return claim(pool, answer, now);
    },
    async complete({ organizationId, route, key }) {
      await pool.query(`update intake_answer set completed = true where ${BY_KEY}`, [organizationId, route, key]);
    },
    async release({ organizationId, route, key }) {
      await pool.query(`update intake_answer set claimed_at = 0 where ${BY_KEY} and not completed`, [
        organizationId,
        route,
        key,
      ]);
    },
    close: () => pool.end(),
  };
}

const BY_KEY = "organization_id = $1 and route = $2 and key = $3";

const CLAIM = `
  insert into intake_answer as held
    (organization_id, route, key, fingerprint, answer, batch_id, received_at, claimed_at, completed)
  values ($1, $2, $3, $4, $5, $6, $7, $8, false)
  on conflict (organization_id, route, key) do update
    set fingerprint = excluded.fingerprint, answer = excluded.answer, batch_id = excluded.batch_id,
        received_at = excluded.received_at, claimed_at = excluded.claimed_at, completed = false
    where held.received_at <= $9`;

const TAKE_OVER = `update intake_answer set claimed_at = $4 where ${BY_KEY} and claimed_at = $5 and not completed`;

const FORGET = `
  delete from intake_answer using (
    select organization_id, route, key from intake_answer where received_at < $1 limit $2 for update skip locked
  ) as old
  where intake_answer.organization_id = old.organization_id and intake_answer.route = old.route
    and intake_answer.key = old.key`;

interface AnswerRow extends Omit<RememberedAnswer, "receivedAt"> {
  readonly receivedAt: string;
  readonly claimedAt: string;
  readonly completed: boolean;
}

type AnswerKey = Pick<RememberedAnswer, "organizationId" | "route" | "key">;

async function readAnswer(pool: Pool, { organizationId, route, key }: AnswerKey): Promise<AnswerRow | undefined> {
  const { rows } = await pool.query<AnswerRow>(
    `select organization_id as "organizationId", route, key, fingerprint, answer, batch_id as "batchId",
            received_at as "receivedAt", claimed_at as "claimedAt", completed
     from intake_answer where ${BY_KEY}`,
    [organizationId, route, key],
  );
  return rows[0];
}

const toAnswer = ({ claimedAt: _claimed, completed: _completed, ...row }: AnswerRow): RememberedAnswer => ({
  ...row,
  receivedAt: Number(row.receivedAt),
});

async function claim(pool: Pool, answer: RememberedAnswer, now: number): Promise<"new" | EarlierTry> {
  const { organizationId, route, key, fingerprint, batchId, receivedAt } = answer;
  const expired = now - IDEMPOTENCY_TTL_MS;
  const values = [organizationId, route, key, fingerprint, answer.answer, batchId, receivedAt, now, expired];
  const claimed = await pool.query(CLAIM, values);
  if (claimed.rowCount === 1) return "new";
  const row = await readAnswer(pool, answer);
  // It was there a moment ago and has expired since.
  if (!row) return claim(pool, answer, now);
  const held = toAnswer(row);
  if (row.completed) return { state: "completed", answer: held };
  const claimedAt = Number(row.claimedAt);
  const sameBody = row.fingerprint === fingerprint;
  if (!sameBody || now - claimedAt < CLAIM_RUNS_MS) return { state: "running", answer: held };
  const taken = await pool.query(TAKE_OVER, [organizationId, route, key, now, claimedAt]);
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
      const found = await pool.query("select 1 from intake_service where organization_id = $1 limit 1", [
        organizationId,
      ]);
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

/** Walks the index from organization to organization, which reads one row of each. */
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
    const { rows } = await pool.query<{ n: string }>(COUNT_ORGANIZATIONS);
    const found = Number(rows[0]?.n ?? 0);
    countedUntil = performance.now() + (found > 1 ? ORGANIZATIONS_COUNTED_MS : ONE_COUNTED_MS);
    return found;
  };
  return {
    async read() {
      if (!counting || performance.now() >= countedUntil) {
        // Until the answer is there, all who ask wait for it.
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
  /** Names that found no place. */
  readonly left: ReadonlySet<string>;
  readonly isNewOrganization: boolean;
}
const ALL_KNOWN: Registered = { left: new Set(), isNewOrganization: false };

async function storedAmong(queries: Queries, organizationId: string, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await queries.query<{ name: string }>(
    "select name from intake_service where organization_id = $1 and name = any($2::text[])",
    [organizationId, names],
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
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`tocsin-services ${organizationId}`]);
    const known = await storedAmong(client, organizationId, names);
    const { rows } = await client.query<{ n: string }>(
      "select count(*) as n from intake_service where organization_id = $1",
      [organizationId],
    );
    const held = Number(rows[0]?.n ?? 0);
    const room = Math.max(0, limit - held);
    const fresh = names.filter((name) => !known.has(name));
    const taken = fresh.length <= room ? fresh : allOrNone ? [] : fresh.slice(0, room);
    await client.query(
      "insert into intake_service select $1, name from unnest($2::text[]) as given (name) on conflict do nothing",
      [organizationId, taken],
    );
    return { left: new Set(fresh.slice(taken.length)), isNewOrganization: held === 0 && taken.length > 0 };
  });
}
