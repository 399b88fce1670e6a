import { setImmediate as nextTick } from "node:timers/promises";
import type { Archive, Sampled } from "../../archive/archive.ts";
import type { Scope } from "../../model/scope.ts";
import type { LogLevel } from "../../model/telemetry.ts";
import { telemetryOf } from "../../model/telemetry-record.ts";
import {
  LOOKED_AT_ONCE_MAX,
  PARSED_AT_ONCE_CHARS_MAX,
  READ_AT_ONCE_MAX,
  READ_MAX,
  READ_OF_STEP_MAX,
} from "./gathering-limits.ts";
import type { Grid, ServiceInView, Volume } from "./incident-picture.ts";
import { total, type Weighed } from "./volumes.ts";

export interface ReadDemand {
  readonly wanted: number;
  /** Relative importance. */
  readonly weight: number;
}

/** Distributes `most` by weight; unused shares go to the others. */
export function allocateFairly(most: number, needs: readonly ReadDemand[]): number[] {
  const shares = needs.map(() => 0);
  let left = most;
  let weights = needs.reduce((sum, { weight }) => sum + weight, 0);
  const hungriestLast = needs
    .map((need, index) => ({ ...need, index }))
    .sort((a, b) => a.wanted / a.weight - b.wanted / b.weight);
  for (const { wanted, weight, index } of hungriestLast) {
    const share = Math.min(wanted, Math.floor((left * weight) / weights));
    shares[index] = share;
    left -= share;
    weights -= weight;
  }
  return shares;
}

/** Counts per step, possibly interpolated from hours. */
export type Amounts = Pick<Volume, "events" | "logs" | "errors">;

/** Kinds of records with separate limits, so that frequent ones don't displace informative ones. */
const SORTS: readonly {
  readonly levels: readonly LogLevel[];
  readonly most: number;
  /** Upper bound per step. */
  readonly wanted: (amounts: Amounts, step: number) => number;
}[] = [
  { levels: ["error", "fatal"], most: READ_MAX.trouble, wanted: ({ errors }, step) => errors[step] ?? 0 },
  { levels: ["warn"], most: READ_MAX.warnings, wanted: otherLogs },
  { levels: ["info", "debug"], most: READ_MAX.others, wanted: otherLogs },
  { levels: [], most: READ_MAX.metrics, wanted: ({ events, logs }, step) => (events[step] ?? 0) - (logs[step] ?? 0) },
];

function otherLogs({ logs, errors }: Amounts, step: number): number {
  return (logs[step] ?? 0) - (errors[step] ?? 0);
}

export interface TelemetryRead {
  readonly levels: readonly LogLevel[];
  readonly most: number;
  readonly wanted: Float64Array;
}

/** Per service. Nearer services get more. */
export function planReading(services: readonly ServiceInView[], amounts: readonly Amounts[]): TelemetryRead[][] {
  const plan: TelemetryRead[][] = services.map(() => []);
  for (const { levels, most, wanted } of SORTS) {
    const needs = services.map(({ distance }, index) => {
      const each = amounts[index] as Amounts;
      const steps = each.events.map((_, step) => Math.max(0, wanted(each, step)));
      return { steps, wanted: Math.ceil(total(steps)), weight: 1 / (1 + distance) };
    });
    for (const [index, share] of allocateFairly(most, needs).entries()) {
      const need = needs[index] as (typeof needs)[number];
      if (share > 0) plan[index]?.push({ levels, most: share, wanted: need.steps });
    }
  }
  return plan;
}

interface Piece {
  readonly first: number;
  readonly steps: number;
  readonly most: number;
  readonly among: number;
}

/**
 * Splits a plan into bounded reads. Busy steps are sampled and quiet ones read whole, not both in one read, because
 * it may spread evenly.
 */
export function piecesOf({ most, wanted }: TelemetryRead, { events }: Amounts): Piece[] {
  const pieces: Piece[] = [];
  const needs = Array.from(wanted, (many) => ({ wanted: Math.ceil(many), weight: 1 }));
  const shares = allocateFairly(most, needs);
  let open: Piece | undefined;
  let loudest = 0;
  for (const [step, many] of wanted.entries()) {
    if (many === 0) continue;
    const cost = Math.max(1, Math.min(shares[step] ?? 0, READ_OF_STEP_MAX));
    const longer = open && pieceOf(open.first, step, Math.max(loudest, cost), events);
    if (longer && longer.most <= READ_AT_ONCE_MAX && longer.among <= LOOKED_AT_ONCE_MAX) {
      open = longer;
      loudest = Math.max(loudest, cost);
      continue;
    }
    if (open) pieces.push(open);
    open = pieceOf(step, step, cost, events);
    loudest = cost;
  }
  return open ? [...pieces, open] : pieces;
}

function pieceOf(first: number, last: number, loudest: number, events: Float64Array): Piece {
  const steps = last + 1 - first;
  const among = total(events.subarray(first, last + 1));
  return { first, steps, most: Math.ceil(loudest * steps), among: Math.ceil(among) };
}

export interface Reading {
  readonly archive: Pick<Archive, "sample">;
  readonly scope: Scope;
  readonly grid: Grid;
  readonly signal: AbortSignal;
}

/** Yields to other tasks, and throws if aborted. */
export async function pause(signal: AbortSignal): Promise<void> {
  await nextTick();
  signal.throwIfAborted();
}

/** A sample of a service's telemetry in bounded reads. */
export async function readService(
  { archive, scope, grid, signal }: Reading,
  service: string,
  amounts: Amounts,
  errands: readonly TelemetryRead[],
): Promise<Weighed[]> {
  const read: Weighed[] = [];
  for (const errand of errands) {
    for (const { first, ...piece } of piecesOf(errand, amounts)) {
      await pause(signal);
      const from = grid.start + first * grid.step;
      const drawn = await archive.sample(scope, { ...piece, service, levels: errand.levels, from, step: grid.step });
      await parse(drawn, read, signal);
    }
  }
  return read;
}

async function parse(drawn: readonly Sampled[], into: Weighed[], signal: AbortSignal): Promise<void> {
  let characters = Number.POSITIVE_INFINITY;
  for (const { json, weight } of drawn) {
    characters += json.length;
    if (characters > PARSED_AT_ONCE_CHARS_MAX) {
      await pause(signal);
      characters = json.length;
    }
    into.push({ telemetry: telemetryOf(json), weight });
  }
}
