import { createTemplateSet, matchTemplate, type TemplateSet } from "../../methods/log-templates/template-set.ts";
import { levelOf } from "../../model/log-level.ts";
import type { LogEvent, LogLevel } from "../../model/telemetry.ts";
import { LEADERS_MAX, PATTERNS_MAX, PATTERNS_PER_LEVEL_MAX, PATTERNS_RESERVED } from "./gathering-limits.ts";
import type { Grid, Leader, LogPattern } from "./incident-picture.ts";
import { countInto, createKind, fold, type Kind, lastOf } from "./message-kind.ts";
import type { Naming } from "./services-in-messages.ts";
import { generalise, type Statement, statementOf } from "./statement.ts";
import { readableTemplate } from "./template.ts";
import { total } from "./volumes.ts";

/** Messages of one service, level and, if known, statement. */
interface Shelf {
  readonly service: string;
  readonly level: LogLevel;
  readonly statement: Statement | null;
  readonly set: TemplateSet;
  readonly kinds: Map<number, Kind>;
}

export interface LogPatterns {
  add(event: LogEvent, step: number, weight: number): Kind;
  /** Joins the patterns of a statement that moved with a code change. */
  joinMoved(): void;
  /** Unsorted; rendering one takes about 50 microseconds. */
  patterns(): Iterable<LogPattern>;
  /** Weighted messages of dropped patterns. */
  left(): number;
}

/** Log patterns in any order of time. The rarest of a service and level are dropped. */
export function createLogPatterns(grid: Grid, naming: Naming): LogPatterns {
  const shelves = new Map<string, Shelf>();
  /** Number of patterns with a statement, per service and level. */
  const written = new Map<string, number>();
  let held = 0;
  let left = 0;

  const hasCapacity = (of: string): boolean => held < PATTERNS_MAX && (written.get(of) ?? 0) < PATTERNS_PER_LEVEL_MAX;

  function shelfOf(event: LogEvent): Shelf {
    const { service, metadata } = event;
    const level = levelOf(event);
    const of = `${level} ${service}`;
    const statement = statementOf(metadata);
    const key = statement === null ? of : `${of} ${statement.place}:${statement.line}`;
    const known = shelves.get(key) ?? (statement === null || hasCapacity(of) ? undefined : shelves.get(of));
    if (known) return known;
    const isOwn = statement !== null && hasCapacity(of);
    const shelf: Shelf = {
      service,
      level,
      statement: isOwn ? statement : null,
      set: createTemplateSet(),
      kinds: new Map(),
    };
    shelves.set(isOwn ? key : of, shelf);
    return shelf;
  }

  function mostOf({ service, level, statement, kinds }: Shelf): number {
    if (statement === null) {
      return held < PATTERNS_MAX ? PATTERNS_PER_LEVEL_MAX : Math.max(kinds.size, PATTERNS_RESERVED);
    }
    return Math.max(1, kinds.size + (hasCapacity(`${level} ${service}`) ? 1 : 0));
  }

  return {
    add(event, step, weight) {
      const shelf = shelfOf(event);
      const same = onlyOf(shelf);
      if (same) generalise(same.pattern, event.message);
      const before = shelf.set.templates.size;
      const pattern = same?.pattern ?? matchTemplate(shelf.set, event.message, 0, mostOf(shelf));
      let kind = shelf.kinds.get(pattern.id);
      if (kind === undefined) {
        if (shelf.set.templates.size <= before) left += forget(shelf);
        kind = createKind(pattern, event, grid);
        shelf.kinds.set(pattern.id, kind);
      } else if (shelf.set.templates.size < before) foldGone(shelf, kind);
      const more = shelf.set.templates.size - before;
      held += more;
      if (shelf.statement !== null) {
        const of = `${shelf.level} ${shelf.service}`;
        written.set(of, (written.get(of) ?? 0) + more);
      }
      countInto(kind, event, isTrouble(shelf.level) ? naming(event.message, event.service) : [], step, weight);
      return kind;
    },
    joinMoved: () => joinMoved(shelves.values()),
    *patterns() {
      for (const shelf of shelves.values()) for (const kind of shelf.kinds.values()) yield patternOfKind(shelf, kind);
    },
    left: () => left,
  };
}

/**
 * The single pattern of a statement; null before the first message. Error handlers log different failures, so their
 * texts are compared.
 */
function onlyOf({ statement, level, kinds }: Shelf): Kind | null {
  if (statement === null || isTrouble(level)) return null;
  const [kind] = kinds.values();
  return kind ?? null;
}

const isTrouble = (level: LogLevel): boolean => level === "error" || level === "fatal" || level === "warn";

const goneOf = (shelf: Shelf): Kind[] =>
  [...shelf.kinds.values()].filter(({ pattern }) => !shelf.set.templates.has(pattern.id));

/** Drops patterns that the miner dropped; returns the number of messages. */
function forget(shelf: Shelf): number {
  let messages = 0;
  for (const gone of goneOf(shelf)) {
    shelf.kinds.delete(gone.pattern.id);
    messages += total(gone.counts);
  }
  return messages;
}

/** Folds patterns that the miner merged. */
function foldGone(shelf: Shelf, kind: Kind): void {
  for (const gone of goneOf(shelf)) {
    shelf.kinds.delete(gone.pattern.id);
    fold(kind, gone);
  }
}

/** Longest overlap of an old and a new version, at most half of either's time. */
const ROLLOUT_MS = 10 * 60_000;

function isMoved(old: Kind, young: Kind): boolean {
  const lives = [old, young].map(({ firstAt, lastAt }) => lastAt - firstAt);
  return young.lastAt > old.lastAt && old.lastAt - young.firstAt <= Math.min(ROLLOUT_MS, ...lives.map((ms) => ms / 2));
}

function joinMoved(shelves: Iterable<Shelf>): void {
  const all = [...shelves]
    .filter(({ statement }) => statement !== null)
    .flatMap((shelf) => [...shelf.kinds.values()].map((kind) => ({ shelf, kind })));
  const groups = Map.groupBy(all, ({ shelf: { service, level, statement }, kind }) =>
    JSON.stringify([service, level, statement?.place, kind.pattern.tokens]),
  );
  for (const group of groups.values()) {
    group.sort((one, other) => one.kind.firstAt - other.kind.firstAt);
    let last = group[0]?.kind;
    for (const { shelf, kind } of group.slice(1)) {
      if (last && isMoved(last, kind)) {
        shelf.kinds.delete(kind.pattern.id);
        fold(last, kind);
      } else last = kind;
    }
  }
}

const patternOfKind = ({ service, level }: Shelf, kind: Kind): LogPattern => ({
  eventId: kind.eventId,
  service,
  level,
  template: readableTemplate(kind.message, kind.pattern, kind.host),
  counts: kind.counts,
  firstAt: kind.firstAt,
  lastAt: kind.lastAt,
  names: [...(kind.names ?? [])].sort(),
  follows: leadersOf(kind),
});

function leadersOf({ follows }: Kind): Leader[] {
  const all = [...follows.values()].reduce((sum, many) => sum + many, 0);
  return [...follows]
    .map(([kind, many]) => ({ eventId: lastOf(kind).eventId, share: many / all }))
    .sort((one, other) => other.share - one.share || (one.eventId < other.eventId ? -1 : 1))
    .slice(0, LEADERS_MAX);
}
