import { DAY_MS } from "../../kernel/clock.ts";
import type { Candidate } from "../../model/candidate.ts";
import type { Incident } from "../../model/incident.ts";
import { SHADOW_OPENINGS_A_DAY_MAX } from "../../model/record-limits.ts";
import { normaliseEnvironment } from "../environment.ts";
import type { Modes } from "../rules/rule-mode.ts";
import { continueShadow, openShadow, type ShadowOpening, type ShadowSighting } from "./shadow-openings.ts";

/** An incident or a shadow opening of another rule about the same service. */
export interface OverlapCandidate {
  readonly id: string;
  readonly environment: string;
}

/** Rule modes and shadow openings of one organization within one transaction. */
export interface ShadowRepository {
  readonly shadowRules: ReadonlySet<string>;
  /** Read once, since a change of a mode takes the organization's write lock. */
  modes(): Promise<Modes>;
  findNewestWithKey(deduplicationKey: string): Promise<ShadowOpening | undefined>;
  /** The number since then, counted up to `limit`. */
  countOpened(ruleId: string, since: number, limit: number): Promise<number>;
  insert(opening: ShadowOpening): Promise<void>;
  update(id: string, seen: ShadowSighting): Promise<void>;
  /** Open incidents of other rules about the service, the newest first. */
  openIncidents(shadow: ShadowOpening, limit: number): Promise<readonly OverlapCandidate[]>;
  /** Shadow openings of other rules that are not over, the latest to end first. */
  openShadows(
    incident: Pick<Incident, "primaryService" | "ruleId">,
    now: number,
    limit: number,
  ): Promise<readonly OverlapCandidate[]>;
  addOverlaps(overlaps: readonly { readonly shadowId: string; readonly incidentId: string }[]): Promise<void>;
  /** Judges a shadow opening by the verdicts of overlapping incidents, unless a person judged it. */
  judge(shadowId: string): Promise<void>;
  /** Judges all shadow openings that overlap this incident or one merged into it. */
  judgeOverlapping(incidentId: string): Promise<void>;
}

const OVERLAPS_MAX = 20;

/** True if findings of the rule are recorded and open no incident. */
export async function isInShadow(repository: ShadowRepository, ruleId: string): Promise<boolean> {
  const mode = (await repository.modes()).get(ruleId)?.mode ?? null;
  return mode === null ? repository.shadowRules.has(ruleId) : mode === "shadow";
}

/** Without any shadow rule, now or before, there are no shadow openings to look for. */
const hasShadows = async (repository: ShadowRepository): Promise<boolean> =>
  repository.shadowRules.size > 0 || (await repository.modes()).size > 0;

export async function recordShadow(repository: ShadowRepository, candidate: Candidate, now: number): Promise<void> {
  const newest = await repository.findNewestWithKey(candidate.deduplicationKey);
  const seen = newest && continueShadow(newest, candidate, now);
  if (seen) {
    await repository.update(newest.id, seen);
    if (newest.quietAt < now) await recordOverlappingIncidents(repository, newest);
    return;
  }
  const dayStart = Math.floor(now / DAY_MS) * DAY_MS;
  const opened = await repository.countOpened(candidate.ruleId, dayStart, SHADOW_OPENINGS_A_DAY_MAX);
  if (opened >= SHADOW_OPENINGS_A_DAY_MAX) return;
  const opening = openShadow(candidate, now);
  await repository.insert(opening);
  await recordOverlappingIncidents(repository, opening);
}

/** Records which incidents are open when a shadow opening begins or continues. */
async function recordOverlappingIncidents(repository: ShadowRepository, shadow: ShadowOpening): Promise<void> {
  const found = await repository.openIncidents(shadow, OVERLAPS_MAX);
  const overlaps = inEnvironment(shadow.environment, found).map(({ id }) => ({ shadowId: shadow.id, incidentId: id }));
  await repository.addOverlaps(overlaps);
  if (overlaps.length > 0) await repository.judge(shadow.id);
}

/** Records which shadow openings overlap an incident that opens or reopens, so that its verdict judges them. */
export async function recordOverlappingShadows(
  repository: ShadowRepository,
  incident: Incident,
  now: number,
): Promise<void> {
  const { id, environment, primaryService, ruleId } = incident;
  if (ruleId === null || primaryService === null || !(await hasShadows(repository))) return;
  const found = await repository.openShadows(incident, now, OVERLAPS_MAX);
  const overlaps = inEnvironment(environment, found).map((shadow) => ({ shadowId: shadow.id, incidentId: id }));
  await repository.addOverlaps(overlaps);
  if (overlaps.length > 0) await repository.judgeOverlapping(id);
}

const inEnvironment = (environment: string, found: readonly OverlapCandidate[]): readonly OverlapCandidate[] =>
  found.filter((other) => normaliseEnvironment(other.environment) === normaliseEnvironment(environment));
