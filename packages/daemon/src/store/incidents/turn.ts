import type { EntityManager } from "typeorm";
import type { BuiltInMode } from "../../correlate/built-in.ts";
import type { Modes } from "../../detect/rules/rule-mode.ts";
import type { Incident } from "../../model/incident.ts";
import type { Known } from "../correlation/known.ts";
import { type PendingPostings, writePendingPostings } from "../incident-index/posting-lists.ts";
import { type Notices, writeNotices } from "../notifications/write-notifications.ts";
import { type PendingRemediation, writePendingRemediation } from "../remediation/pending-remediation.ts";
import { lockOrganization } from "../sql/organization-lock.ts";
import { place, rowTable } from "../sql/sql-rows.ts";
import { addToPeriods, type Step } from "./incident-periods.ts";

/**
 * An organization's turn to change its incidents: what the transaction that has it knows, and what it has still to
 * write. Rows that nearly every change is about are written once for all changes of the turn: of a row that is
 * written anew and anew, PostgreSQL keeps every version until the transaction ends, and walks over them each time.
 */
export interface Turn {
  readonly organizationId: string;
  /** The last number that was given on the stream, and the one that is stored. */
  seq: number;
  storedSeq: number;
  /** The number of the newest incident, once it was asked for. */
  lastNumber?: number;
  /** What correlation knows of the organization, once an incident opened. */
  correlation?: Known;
  /** What the built-in correlation may do here. */
  readonly builtIn: BuiltInMode;
  /** What the organization set for detection rules, once it was asked. */
  modes?: Modes;
  /** Rules that the detection file puts in shadow. */
  readonly shadowRules: ReadonlySet<string>;
  /** Of diagnoses that nobody asked for how many wait, once it was asked; undefined where incidents get none by themselves. */
  readonly diagnoses: { waiting?: number } | undefined;
  readonly postings: PendingPostings;
  readonly tallies: Map<string, { readonly incident: Tallied; count: number }>;
  readonly sums: Step[];
  /** Whom to tell of what happened. */
  readonly notices: Notices;
  /** Of its remediation actions, once one changed. */
  remediation?: PendingRemediation;
}

/** What is done besides where incidents open. */
export interface OpeningOptions {
  /** Whether a diagnosis is asked for. */
  readonly autoDiagnose?: boolean;
  /** What the built-in correlation may do; nothing where it isn't said. */
  readonly builtIn?: BuiltInMode;
  /** Rules that the detection file puts in shadow; none where left out. */
  readonly shadowRules?: ReadonlySet<string>;
}
const NO_RULES: ReadonlySet<string> = new Set();

/** What is kept to be written later, in postings and sums; of 512 bytes and less each. */
const PENDING_MAX = 4096;

/**
 * All that changes incidents works within their organization's turn. Numbers of the stream become visible in order.
 * A transaction that has several turns takes them in the order of the organizations' names.
 */
export async function inTurn<Result>(
  transaction: EntityManager,
  organizationId: string,
  work: (turn: Turn) => Promise<Result>,
  { autoDiagnose = false, builtIn = "off", shadowRules = NO_RULES }: OpeningOptions = {},
): Promise<Result> {
  const seq = await lockOrganization(transaction, organizationId);
  const turn: Turn = {
    organizationId,
    seq,
    storedSeq: seq,
    builtIn,
    shadowRules,
    diagnoses: autoDiagnose ? {} : undefined,
    postings: new Map(),
    tallies: new Map(),
    sums: [],
    notices: { rows: [] },
  };
  const result = await work(turn);
  await writeTurn(transaction, turn);
  return result;
}

/** Keeps what is to be written within bounds. */
export async function relieve(transaction: EntityManager, turn: Turn): Promise<void> {
  if (turn.postings.size + turn.sums.length > PENDING_MAX) await writeTurn(transaction, turn);
}

async function writeTurn(transaction: EntityManager, turn: Turn): Promise<void> {
  const { organizationId, seq, storedSeq, postings, sums } = turn;
  await writePendingPostings(transaction, organizationId, postings);
  await writeTallies(transaction, turn);
  if (sums.length > 0) await addToPeriods(transaction, organizationId, sums.splice(0));
  await writePendingRemediation(transaction, turn);
  await writeNotices(transaction, turn.notices);
  if (seq === storedSeq) return;
  const sql = place(transaction, "update stream_head set seq = ? where organization_id = ?");
  await transaction.query(sql, [seq, organizationId]);
  turn.storedSeq = seq;
}

/** By what incidents are counted. */
export type Tallied = Pick<Incident, "status" | "severity" | "parentIncidentId">;

export function tally({ tallies }: Turn, before: Tallied | undefined, after: Tallied): void {
  const add = (incident: Tallied, step: 1 | -1): void => {
    const key = `${incident.status} ${incident.severity} ${mergedOf(incident)}`;
    const entry = tallies.get(key) ?? { incident, count: 0 };
    entry.count += step;
    tallies.set(key, entry);
  };
  if (before) add(before, -1);
  add(after, 1);
}

const mergedOf = ({ parentIncidentId }: Tallied): 0 | 1 => (parentIncidentId === null ? 0 : 1);

async function writeTallies(transaction: EntityManager, { organizationId, tallies }: Turn): Promise<void> {
  const rows = [...tallies.values()]
    .filter(({ count }) => count !== 0)
    .map(({ incident, count }) => [organizationId, incident.status, incident.severity, mergedOf(incident), count]);
  tallies.clear();
  if (rows.length === 0) return;
  const { sql, values } = rowTable(transaction, ["text", "text", "text", "integer", "bigint"], rows);
  await transaction.query(
    place(
      transaction,
      `insert into incident_tally (organization_id, status, severity, merged, count) ${sql} where true
       on conflict (organization_id, status, severity, merged) do update set count = incident_tally.count + excluded.count`,
    ),
    values,
  );
}
