import type { Archive, Sampled } from "../../archive/archive.ts";
import type { Scope } from "../../model/scope.ts";
import type { LogLevel, Telemetry } from "../../model/telemetry.ts";
import type { Grid, ServiceInView, Volume } from "../picture.ts";
import { shareOut } from "./budget.ts";
import {
  LOOKED_AT_ONCE_MAX,
  PARSED_AT_ONCE_CHARS_MAX,
  READ_AT_ONCE_MAX,
  READ_MAX,
  READ_OF_STEP_MAX,
} from "./limits.ts";
import type { Weighed } from "./weigh.ts";

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
  /** All there is, or a sample. */
  readonly whole: boolean;
}

/** By the order of the services. The nearer one is, the more is read of it. */
export function planReading(services: readonly ServiceInView[], amounts: readonly Amounts[]): Errand[][] {
  const plan: Errand[][] = services.map(() => []);
  for (const { levels, most, wanted } of SORTS) {
    const needs = services.map(({ distance }, index) => {
      const each = amounts[index] as Amounts;
      const steps = each.events.map((_, step) => Math.max(0, wanted(each, step)));
      return { steps, wanted: Math.ceil(steps.reduce((sum, one) => sum + one, 0)), weight: 1 / (1 + distance) };
    });
    for (const [index, share] of shareOut(most, needs).entries()) {
      const need = needs[index] as (typeof needs)[number];
      if (share > 0) plan[index]?.push({ levels, most: share, wanted: need.steps, whole: share === need.wanted });
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

/** Cuts an errand into reads that each fit in a turn. Steps that hold nothing end up in none, or beside others. */
export function piecesOf({ most, wanted, whole }: Errand, { events }: Amounts): Piece[] {
  const pieces: Piece[] = [];
  const ofStep = most / wanted.length;
  const costs = wanted.map((many) => (whole ? Math.min(many, READ_OF_STEP_MAX) : Math.min(many, ofStep)));
  let [first, cost, among] = [0, 0, 0];
  const close = (end: number): void => {
    const steps = end - first;
    if (cost > 0)
      pieces.push({ first, steps, most: Math.ceil(whole ? cost : ofStep * steps), among: Math.ceil(among) });
    [first, cost, among] = [end, 0, 0];
  };
  for (const [step, more] of costs.entries()) {
    const looked = events[step] ?? 0;
    if (cost > 0 && (cost + more > READ_AT_ONCE_MAX || among + looked > LOOKED_AT_ONCE_MAX)) close(step);
    cost += more;
    among += looked;
  }
  close(wanted.length);
  return pieces;
}

export interface Reading {
  readonly archive: Pick<Archive, "sample">;
  readonly scope: Scope;
  readonly grid: Grid;
  readonly signal: AbortSignal;
}

/** Gives everybody else on this thread their turn, and ends where nobody waits for the answer any more. */
export async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
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
    for (const { first, steps, most, among } of piecesOf(errand, amounts)) {
      await pause(signal);
      const from = grid.start + first * grid.step;
      const { levels } = errand;
      await parse(
        await archive.sample(scope, { service, levels, from, step: grid.step, steps, most, among }),
        read,
        signal,
      );
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

/** A record as telemetry: its times are ISO 8601 there. */
export function telemetryOf(json: string): Telemetry {
  const record = JSON.parse(json) as Telemetry & { readonly timestamp: string; readonly receivedAt: string };
  return { ...record, timestamp: Date.parse(record.timestamp), receivedAt: Date.parse(record.receivedAt) };
}
