import { existsSync } from "node:fs";
import { join } from "node:path";
import { readMissingInGaps } from "../../src/store/queue/database-gaps.ts";
import { readArchiveGaps } from "../../src/store/telemetry/sqlite/archive-gaps.ts";
import type { Journal, SentEvent } from "./journal.ts";
import { idsInState } from "./ledger-engine.ts";
import type { Storage } from "./storage.ts";

/** What is looked at after each commit. */
export interface Inspection {
  afterCommit(): void;
  /** Positions begin anew with a backup that was put back. */
  restored(): void;
}

/** Clocks of machines are off by up to five seconds, each in its direction. */
const CLOCKS_DIFFER_MS_MAX = 10_000;

export function createInspection({ inspect }: Storage, journal: Journal): Inspection {
  const epochs = inspect.prepare("select partition, epoch from partition_lease").raw();
  const positions = inspect.prepare("select name, position from consumer").raw();
  const resolved = inspect.prepare(
    "select id, organization_id, primary_service as service, last_seen_at, resolve_after_ms from incident where status = 'RESOLVED'",
  );
  const consumed = new Map<string, number>();
  const known = new Set<string>();
  return {
    afterCommit() {
      for (const [partition, epoch] of epochs.all() as [number, number][]) journal.epochIs(partition, epoch);
      for (const [name, position] of positions.all() as [string, number][]) {
        if (position < (consumed.get(name) ?? 0)) journal.violate(`the position of ${name} went back to ${position}`);
        consumed.set(name, position);
      }
      const now = resolved.all() as ResolvedIncident[];
      for (const incident of now) if (!known.has(incident.id)) checkResolution(incident, journal);
      known.clear();
      for (const { id } of now) known.add(id);
    },
    restored() {
      consumed.clear();
    },
  };
}

interface ResolvedIncident {
  readonly id: string;
  readonly organization_id: string;
  readonly service: string;
  readonly last_seen_at: number;
  readonly resolve_after_ms: number;
}

/** Quiet is no quiet where an acknowledged error of that time waits, unless the broker gave it up: nobody counts those. */
function checkResolution(incident: ResolvedIncident, journal: Journal): void {
  journal.note(`the incident of ${incident.service} is resolved`);
  const quietUntil = incident.last_seen_at + incident.resolve_after_ms - CLOCKS_DIFFER_MS_MAX;
  for (const event of journal.events.values()) {
    const { organizationId, service, isFatal, acknowledgedAt, committedAt, isPoison, wasGivenUp } = event;
    if (
      !isFatal ||
      isPoison ||
      wasGivenUp ||
      organizationId !== incident.organization_id ||
      service !== incident.service
    )
      continue;
    if (acknowledgedAt !== undefined && committedAt === undefined && event.receivedAt < quietUntil)
      journal.violate(`the incident of ${service} was resolved while its error ${event.number} waited`);
  }
}

const numbersOf = (events: readonly SentEvent[]): string => events.map(({ number }) => number).join(", ");

interface Stored {
  readonly archived: ReadonlySet<string>;
  readonly deadLetters: ReadonlySet<string>;
}

const read = ({ inspect }: Storage, archived: readonly string[]): Stored => ({
  archived: new Set(archived),
  deadLetters: new Set(inspect.prepare("select id from dead_letter").pluck().all() as string[]),
});

/** Acknowledged events that are neither archived nor dead letters yet. */
export const unprocessed = (storage: Storage, journal: Journal, archived: readonly string[]): readonly SentEvent[] => {
  const { deadLetters } = read(storage, archived);
  return [...journal.events.values()].filter(
    ({ id, acknowledgedAt, committedAt }) =>
      acknowledgedAt !== undefined && committedAt === undefined && !deadLetters.has(id),
  );
};

/** What must hold when all faults are mended and nothing waits any more. */
export function checkEnd(storage: Storage, journal: Journal, archivedIds: readonly string[]): void {
  const { archived, deadLetters } = read(storage, archivedIds);
  const events = [...journal.events.values()];
  const expectNone = (problem: string, broken: readonly SentEvent[]): void => {
    if (broken.length > 0) journal.violate(`${problem}: ${numbersOf(broken)}`);
  };
  if (archived.size !== archivedIds.length) journal.violate("an event is archived twice");
  const acknowledged = events.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined);
  expectNone(
    "acknowledged and lost",
    acknowledged.filter(({ id }) => !archived.has(id) && !deadLetters.has(id)),
  );
  expectNone(
    "archived and a dead letter",
    events.filter(({ id }) => archived.has(id) && deadLetters.has(id)),
  );
  expectNone(
    "poison that is no dead letter",
    acknowledged.filter(({ id, isPoison }) => isPoison && !deadLetters.has(id)),
  );
  expectNone(
    "a dead letter, though nothing is wrong with it",
    events.filter(({ id, isPoison }) => deadLetters.has(id) && !isPoison),
  );
  checkKeys(events, archived, journal);
  checkGaps(storage, journal);
  checkIncidents(storage, journal, checkDetection(storage, journal, archived));
}

/** No file was lost, so none may look lost: neither after a crash nor in a backup that was put back. */
function checkGaps({ folder }: Storage, journal: Journal): void {
  for (const { name } of readArchiveGaps(join(folder, "tocsin.db"))) journal.violate(`${name} looks lost`);
  const queue = join(folder, "queue.db");
  if (existsSync(queue) && readMissingInGaps(queue) > 0) journal.violate("the database looks older than its queue");
}

/** A retry under an Idempotency-Key adds nothing. */
function checkKeys(events: readonly SentEvent[], archived: ReadonlySet<string>, journal: Journal): void {
  const byNumber = Map.groupBy(
    events.filter(({ isKeyed, id }) => isKeyed && archived.has(id)),
    ({ number }) => number,
  );
  for (const [number, copies] of byNumber)
    if (copies.length > 1) journal.violate(`event ${number}, sent again with its Idempotency-Key, is archived twice`);
}

/** The stored state of each service has seen each of its acknowledged events once. */
function checkDetection({ inspect }: Storage, journal: Journal, archived: ReadonlySet<string>): ReadonlySet<string> {
  const states = inspect.prepare("select state from detection_state").pluck().all() as string[];
  const counted = states.flatMap(idsInState);
  const numberOf = (id: string): string => String(journal.events.get(id)?.number ?? id);
  const once = new Set(counted);
  if (once.size !== counted.length)
    journal.violate(`detection counted twice: ${counted.filter((id, at) => counted.indexOf(id) !== at).map(numberOf)}`);
  const missed = [...archived].filter((id) => !once.has(id) && journal.events.get(id)?.acknowledgedAt !== undefined);
  if (missed.length > 0) journal.violate(`detection doesn't know: ${missed.map(numberOf)}`);
  const sums = inspect.prepare(SUMS).pluck().get() as number;
  if (sums !== once.size) journal.violate(`${sums} events are counted, where detection knows ${once.size}`);
  return once;
}

const SUMS =
  "select coalesce(sum(events), 0) from telemetry_count where span = (select min(span) from telemetry_count)";

/** Each service with fatal errors has one incident, and no other has any. */
function checkIncidents({ inspect }: Storage, journal: Journal, detected: ReadonlySet<string>): void {
  const nameOf = (organizationId: string, service: string): string => `${organizationId} ${service}`;
  const faulty = new Set(
    [...journal.events.values()]
      .filter(({ id, isFatal }) => isFatal && detected.has(id))
      .map(({ organizationId, service }) => nameOf(organizationId, service)),
  );
  const rows = inspect.prepare("select organization_id, primary_service from incident").raw().all() as [
    string,
    string,
  ][];
  const incidents = rows.map(([organizationId, service]) => nameOf(organizationId, service));
  for (const name of faulty)
    if (incidents.filter((each) => each === name).length !== 1)
      journal.violate(`${incidents.filter((each) => each === name).length} incidents for the fault of ${name}`);
  for (const name of incidents) if (!faulty.has(name)) journal.violate(`an incident of ${name}, which has no fault`);
}
