import { setImmediate as nextTurn } from "node:timers/promises";
import type { Archive, Sampled } from "../../archive/archive.ts";
import { telemetryOf } from "../../ingest/normalise.ts";
import type { Scope } from "../../model/scope.ts";
import type { LogLevel } from "../../model/telemetry.ts";
import {
  LOOKED_AT_ONCE_MAX,
  PARSED_AT_ONCE_CHARS_MAX,
  READ_AT_ONCE_MAX,
  READ_MAX,
  READ_OF_STEP_MAX,
} from "./gathering-limits.ts";
import type { Grid, ServiceInView, Volume } from "./incident-picture.ts";
import { total, type Weighed } from "./volumes.ts";

export interface Need {
  /** How much there is to be read. */
  readonly wanted: number;
  /** More than others' where it matters more. */
  readonly weight: number;
}

/** Shares `most` by weight; what one doesn't need the others get. In the order of the needs. */
export function shareOut(most: number, needs: readonly Need[]): number[] {
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

/** How much of a service there is in each step: counted, or what is counted of an hour spread over it. */
export type Amounts = Pick<Volume, "events" | "logs" | "errors">;

/** Sorts of records, each with a share of its own, so that what is loud doesn't drown what tells. */
const SORTS: readonly {
  readonly levels: readonly LogLevel[];
  readonly most: number;
  /** How many there are at the most. */
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

/** What is to be read of one sort of one service. */
export interface Errand {
  readonly levels: readonly LogLevel[];
  readonly most: number;
  /** For each step. */
  readonly wanted: Float64Array;
}

/** By the order of the services. The nearer one is, the more is read of it. */
export function planReading(services: readonly ServiceInView[], amounts: readonly Amounts[]): Errand[][] {
  const plan: Errand[][] = services.map(() => []);
  for (const { levels, most, wanted } of SORTS) {
    const needs = services.map(({ distance }, index) => {
      const each = amounts[index] as Amounts;
      const steps = each.events.map((_, step) => Math.max(0, wanted(each, step)));
      return { steps, wanted: Math.ceil(total(steps)), weight: 1 / (1 + distance) };
    });
    for (const [index, share] of shareOut(most, needs).entries()) {
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
 * Cuts an errand into reads that each fit in a turn. Of loud steps a sample is read, of quiet ones all, and not both
 * together: a read may spread what it answers evenly over its steps.
 */
export function piecesOf({ most, wanted }: Errand, { events }: Amounts): Piece[] {
  const pieces: Piece[] = [];
  const needs = Array.from(wanted, (many) => ({ wanted: Math.ceil(many), weight: 1 }));
  const shares = shareOut(most, needs);
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

/** Gives everybody else on this thread their turn, and ends where nobody waits for the answer any more. */
export async function pause(signal: AbortSignal): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}

/** A sample of a service's telemetry, in bounded turns. */
export async function readService(
  { archive, scope, grid, signal }: Reading,
  service: string,
  amounts: Amounts,
  errands: readonly Errand[],
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
