import { DAY_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { invalidCursor } from "../../kernel/errors.ts";
import { countInSlot } from "../../methods/log-templates/template-statistics.ts";
import {
  type LogTemplateFacts,
  type LogTemplateRecord,
  logLevels,
  type RateTrend,
  SLOT_MS,
  slotOf,
} from "../../model/log-template.ts";
import type { Scope } from "../../model/scope.ts";
import type { LogLevel } from "../../model/telemetry.ts";
import { normaliseEnvironment } from "../environment.ts";
import { OTHERS, UNNAMED } from "./environment-parts.ts";

export type Trend = RateTrend | "new";

export interface LogPatternStore {
  /** The patterns of a service, or of one of its environments, in any order. Bounded like the detection state. */
  ofService(scope: Scope, service: string, environment?: string): Promise<readonly LogTemplateRecord[]>;
}

const NEW_MS = DAY_MS;
/** A slot is judged at its end, and the result holds until the next one ends. */
const JUDGED_SLOTS = 2;
const UNKNOWN = "unknown";

export interface PatternQuery {
  readonly service: string;
  readonly environment?: string;
  readonly level?: LogLevel;
  readonly trend?: Trend;
  readonly since?: number;
  readonly limit: number;
  readonly cursor?: string;
}

export interface ListedPattern extends Omit<LogTemplateRecord, "isError"> {
  readonly count: number;
  /** The most severe level that it occurred at. */
  readonly level: LogLevel;
  readonly ratePerMinute: { readonly now: number; readonly usual: number | null };
  readonly trend: Trend;
}

export interface PatternPage {
  readonly patterns: readonly ListedPattern[];
  readonly cursor?: string;
}

export async function listPatterns(
  store: LogPatternStore,
  scope: Scope,
  query: PatternQuery,
  now: number,
): Promise<PatternPage> {
  const after = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  const environment = query.environment === undefined ? undefined : normaliseEnvironment(query.environment);
  // The unknown environment stands for several stored names.
  const found = await store.ofService(scope, query.service, environment === UNKNOWN ? undefined : environment);
  const passing = joined(found.map((pattern) => ({ ...pattern, environment: shown(pattern.environment) })))
    .map((pattern) => toListed(pattern, now))
    .filter((each) => (environment === undefined || each.environment === environment) && passes(each, query))
    .sort(inOrder);
  const rest = after === undefined ? passing : passing.filter((each) => inOrder(each, after) > 0);
  const patterns = rest.slice(0, query.limit);
  const last = patterns.at(-1);
  return rest.length > patterns.length && last ? { patterns, cursor: cursorOf(last) } : { patterns };
}

/** All ids of a pattern, by any of them: its logs are stored with the id of their time. */
export async function namesOf(
  store: LogPatternStore,
  scope: Scope,
  service: string,
  patternId: string,
): Promise<readonly string[]> {
  const names = new Set([patternId]);
  for (const { patternId: id, facts } of await store.ofService(scope, service)) {
    if (id !== patternId && !facts.aliases.includes(patternId)) continue;
    for (const name of [id, ...facts.aliases]) names.add(name);
  }
  return [...names];
}

const passes = ({ facts, trend }: ListedPattern, query: PatternQuery): boolean =>
  (query.level === undefined || (facts.levels[logLevels.indexOf(query.level)] ?? 0) > 0) &&
  (query.trend === undefined || trend === query.trend) &&
  (query.since === undefined || facts.lastAt >= query.since);

type Position = Pick<ListedPattern, "count" | "patternId" | "environment">;

const inOrder = (a: Position, b: Position): number =>
  b.count - a.count || compare(a.patternId, b.patternId) || compare(a.environment, b.environment);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const cursorOf = ({ count, patternId, environment }: Position): string =>
  `${count}.${patternId}.${Buffer.from(environment).toString("base64url")}`;

function parseCursor(text: string): Position {
  const [, count, patternId = "", environment = ""] = /^(\d{1,15})\.([0-9a-f]{8})\.([\w-]*)$/.exec(text) ?? [];
  if (count === undefined) throw invalidCursor();
  return { count: Number(count), patternId, environment: Buffer.from(environment, "base64url").toString() };
}

const shown = (environment: string): string =>
  environment === UNNAMED || environment === OTHERS ? UNKNOWN : environment;

/** Joins errors with other logs of one pattern, and states without a known environment. */
function joined(patterns: readonly LogTemplateRecord[]): LogTemplateRecord[] {
  const byKind = new Map<string, LogTemplateRecord>();
  for (const pattern of patterns) {
    const key = `${pattern.patternId} ${pattern.environment}`;
    const known = byKind.get(key);
    byKind.set(key, known === undefined ? pattern : { ...known, facts: join(known.facts, pattern.facts) });
  }
  return [...byKind.values()];
}

function join(one: LogTemplateFacts, other: LogTemplateFacts): LogTemplateFacts {
  const [later, earlier] = one.lastAt >= other.lastAt ? [one, other] : [other, one];
  const slot = Math.max(one.slot, other.slot);
  return {
    ...later,
    aliases: [...new Set([...one.aliases, ...other.aliases])],
    levels: one.levels.map((count, index) => count + (other.levels[index] ?? 0)),
    firstAt: Math.min(one.firstAt, other.firstAt),
    slot,
    inSlot: countInSlot(one, slot) + countInSlot(other, slot),
    inLast: countInSlot(one, slot - 1) + countInSlot(other, slot - 1),
    usual: one.usual < 0 || other.usual < 0 ? Math.max(one.usual, other.usual) : one.usual + other.usual,
    habit: later.habit === "steady" ? earlier.habit : later.habit,
    cameLate: one.cameLate && other.cameLate,
  };
}

function toListed({ isError: _, ...pattern }: LogTemplateRecord, now: number): ListedPattern {
  const { facts } = pattern;
  return {
    ...pattern,
    count: facts.levels.reduce((sum, count) => sum + count, 0),
    level: logLevels[facts.levels.findLastIndex((count) => count > 0)] ?? "info",
    ratePerMinute: {
      now: rounded(rateNow(facts, now)),
      usual: facts.usual < 0 ? null : rounded((facts.usual / SLOT_MS) * MINUTE_MS),
    },
    trend: trendOf(facts, now),
  };
}

/** A trend ends with the logs of its service; only "missing" outlasts them. */
function trendOf({ cameLate, firstAt, habit, slot }: LogTemplateFacts, now: number): Trend {
  if (cameLate && now - firstAt < NEW_MS) return "new";
  return habit !== "missing" && slot < slotOf(now) - JUDGED_SLOTS ? "steady" : habit;
}

function rateNow(facts: LogTemplateFacts, now: number): number {
  const slot = slotOf(now);
  const count = countInSlot(facts, slot) + countInSlot(facts, slot - 1);
  return (count / (now - (slot - 1) * SLOT_MS)) * MINUTE_MS;
}

const rounded = (value: number): number => Number(value.toPrecision(3));
