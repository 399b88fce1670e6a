import type { EntityManager } from "typeorm";
import type { BuiltInMode } from "../../correlate/built-in.ts";
import { builtInVerdict } from "../../correlate/built-in.ts";
import { type Belonging, belongingOf, candidates, soughtIn } from "../../correlate/fault.ts";
import type { Verdict } from "../../correlate/judge.ts";
import { type Reach, reachFrom } from "../../correlate/reach.ts";
import { normaliseEnvironment } from "../../detect/environment.ts";
import { type Incident, isMoreSevere, isOver } from "../../model/incident.ts";
import { type IncidentRow, incidentTable } from "../incidents/incident-tables.ts";
import type { Turn } from "../incidents/turn.ts";
import { readRow } from "../sql/sql-rows.ts";
import { callsAround } from "./calls.ts";
import { partedFrom } from "./correlation-exclusions.ts";
import type { IncidentAlarm, KnownFault, Lately } from "./known.ts";
import type { Partner } from "./partners.ts";
import { alarmOf, readLately } from "./recent-incidents.ts";

/**
 * What the built-in correlation says of a detected incident that no rule joined; undefined where it is a fault of its
 * own. Costs a look at the newest incident's number where nothing opened lately; else a range of the newest numbers,
 * once a transaction, and a few looks into the catalog's edges for each call that is followed.
 */
export async function judgeBuiltIn(
  transaction: EntityManager,
  turn: Turn,
  lately: Lately,
  incident: Incident,
  mode: Exclude<BuiltInMode, "off">,
): Promise<Verdict<Partner> | undefined> {
  const alarm = alarmOf(incident);
  if (!alarm) return undefined;
  const environment = normaliseEnvironment(incident.environment);
  const known = await readLately(transaction, turn, lately, alarm.at);
  const open = candidates(
    alarm,
    known.filter((fault) => fault.environment === environment),
  );
  const faults = open.length === 0 ? [] : await withoutParted(transaction, incident, open);
  if (faults.length === 0) return undefined;
  const around = callsAround(transaction, turn.organizationId, lately.calls);
  const reach = await reachFrom(alarm.services, soughtIn(faults), around);
  const belonging = belongingWithin(alarm, faults, reach);
  if (!belonging) return undefined;
  const partner = await partnerOf(transaction, turn, belonging.partner);
  return partner && builtInVerdict(incident, belonging, partner, mode);
}

/** Where something as grave of the same fault is as sure, that one shows it: what is less grave can't stand for it. */
function belongingWithin(
  alarm: IncidentAlarm,
  faults: readonly KnownFault[],
  reach: Reach,
): Belonging<IncidentAlarm, KnownFault> | undefined {
  const found = belongingOf<IncidentAlarm, KnownFault>(alarm, faults, reach);
  if (!found?.isSure || !isMoreSevere(alarm.headSeverity, found.partner.headSeverity)) return found;
  const asGrave = [...found.fault.alarms].filter(([, each]) => !isMoreSevere(alarm.headSeverity, each.headSeverity));
  const among = { ...found.fault, alarms: new Map(asGrave) };
  const other = belongingOf<IncidentAlarm, KnownFault>(alarm, [among], reach);
  return other?.isSure ? other : found;
}

/** As they are now. Undefined where what it would be joined with has ended since it was read. */
async function partnerOf(
  transaction: EntityManager,
  { organizationId }: Turn,
  { id, headId }: IncidentAlarm,
): Promise<Partner | undefined> {
  const read = (of: string): Promise<IncidentRow | undefined> =>
    readRow(transaction, incidentTable, { id: of, organization_id: organizationId });
  const incident = await read(id);
  const head = id === headId ? incident : await read(headId);
  return incident && head && !isOver(head.status) ? { incident, head } : undefined;
}

/**
 * Without the faults that hold what this alarm was detached from before: a person who took them apart knows better,
 * also where the same alarms ring as other incidents.
 */
async function withoutParted(
  transaction: EntityManager,
  incident: Incident,
  faults: readonly KnownFault[],
): Promise<readonly KnownFault[]> {
  const keys = await partedFrom(transaction, incident);
  return faults.filter((fault) => !keys.some((key) => fault.keys.has(key)));
}
