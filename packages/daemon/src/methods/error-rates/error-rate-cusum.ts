// The method: docs/methods/error-rate-cusum.md
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { round } from "../metric-series/rounding.ts";
import { MINUTES_KEPT, type MinuteCounts, type Sum, sumMinutes } from "./minute-counts.ts";

/**
 * Sequential tests of a service's share of errors against its own past: cumulative sums of log likelihood ratios (Page
 * 1954), one for each alternative share. Few events suffice if most fail, and many events if few do. Suspected slots
 * are not learned.
 */
export interface ErrorRate {
  /** When the current slot begins, with its logs and errors. */
  slot: number;
  logs: number;
  errors: number;
  /** The learned past, decayed over a day, and the hours that it stands for. */
  pastLogs: number;
  pastErrors: number;
  pastHours: number;
  learnedAt: number;
  /** The slots that were learned, and the dispersion of errors by slot relative to a binomial distribution. */
  slots: number;
  dispersion: number;
  /** The sums, one for each of {@link ALTERNATIVES}. */
  sums: number[];
  /** The suspected slots: the first, and their logs and errors. Null if no sum is above zero. */
  suspect: Suspect | null;
}

export interface Suspect {
  readonly since: number;
  logs: number;
  errors: number;
  /** Whether the threshold was reached, and how many slots in a row have been usual since. */
  isOpen: boolean;
  calm: number;
}

export interface ErrorRise {
  /** When the errors began to rise. */
  readonly since: number;
  readonly recent: Sum;
  readonly usual: number;
  /** The largest share that the past still allows. */
  readonly allowed: number;
  /** Errors a minute of the learned past. */
  readonly usualAMinute: number;
  /** The largest sum, in thresholds. */
  readonly strength: number;
  /** The time in which the service usually has the logs of as many slots as the threshold needs. */
  readonly usualMs: number;
}

/** A slot has ten logs, or lasts a minute, so that a few retries of one request are one slot. */
const SLOT_MS_MIN = 10 * SECOND_MS;
const SLOT_MS_MAX = MINUTE_MS;
const SLOT_LOGS = 10;
/** The alternatives: a multiple of the usual share, and shares. */
const TIMES = 3;
const LEAST_SHARE = 0.05;
const SHARES = [0.3, 0.9];
export const ALTERNATIVES = 1 + SHARES.length;
/** A sum of this size opens. By chance it takes more than e^12 slots, three weeks, to be reached (Lorden 1971). */
export const THRESHOLD = 12;
/** The most that one slot adds: errors of a few seconds are one event, however many they are. */
const SLOT_MAX = 3;
/** Sums end here, so that the end is noticed soon. */
const SUM_MAX = THRESHOLD + SLOT_MAX;
/** So many usual slots in a row end a rise. */
const CALM_SLOTS = 5;
/** The prior: healthy services log few errors. */
const PRIOR_LOGS = 25;
const PRIOR_ERRORS = 0.5;
const ALLOWED_SDS = 2;
const SHARE_MAX = 0.8;
/** A service's first quarter of an hour teaches, and nothing else. */
export const KNOWN_HOURS = 0.25;
const KEPT_MS = DAY_MS;
const DISPERSION_SLOTS = 500;
/** A Pearson residual counts up to this, since one burst says little about the others. */
const RESIDUAL_MAX = 20;
/** Errors of this length are the usual share. */
const ACCEPTED_MS = DAY_MS;
/** Suspicion that opens nothing in this time, and has more logs than the past, is of a past that is known too little. */
const SUSPECTED_MS = HOUR_MS;
/** Later logs don't belong to the present. */
const LATE_MS_MAX = 2 * MINUTE_MS;

export const createErrorRate = (): ErrorRate => ({
  slot: 0,
  logs: 0,
  errors: 0,
  pastLogs: 0,
  pastErrors: 0,
  pastHours: 0,
  learnedAt: 0,
  slots: 0,
  dispersion: 1,
  sums: Array.from({ length: ALTERNATIVES }, () => 0),
  suspect: null,
});

export const usualShare = ({ pastLogs, pastErrors }: ErrorRate): number =>
  Math.min(SHARE_MAX, (pastErrors + PRIOR_ERRORS) / (pastLogs + PRIOR_LOGS));

/** The errors a minute of the learned past. */
export const usualAMinute = ({ pastErrors, pastHours }: ErrorRate): number => pastErrors / (60 * pastHours);

const COUNT_TIMES = 2;

/** True if there are at least twice as many errors a minute as usual. */
export const areMore = (aMinute: number, usual: number): boolean => aMinute >= COUNT_TIMES * usual;

/** The largest share that the past still allows, at two standard deviations of its count. */
const allowedShare = ({ pastLogs, pastErrors }: ErrorRate): number => {
  const errors = pastErrors + PRIOR_ERRORS;
  return Math.min(SHARE_MAX, (errors + ALLOWED_SDS * Math.sqrt(errors)) / (pastLogs + PRIOR_LOGS));
};

const usualSlotMs = ({ pastLogs, pastHours }: ErrorRate): number =>
  Math.min(SLOT_MS_MAX, Math.max(SLOT_MS_MIN, (SLOT_LOGS * pastHours * HOUR_MS) / Math.max(1, pastLogs)));

export function countInRate(rate: ErrorRate, at: number, isError: boolean): void {
  if (at >= rate.slot + (rate.logs >= SLOT_LOGS ? SLOT_MS_MIN : SLOT_MS_MAX)) {
    closeSlot(rate);
    Object.assign(rate, { slot: at - (at % SLOT_MS_MIN), logs: 0, errors: 0 });
  } else if (at < rate.slot - LATE_MS_MAX) return;
  rate.logs++;
  if (isError) rate.errors++;
}

/** Takes the counts of a slot that is over. */
export function countSlot(rate: ErrorRate, at: number, logs: number, errors: number): void {
  closeSlot(rate);
  Object.assign(rate, { slot: at, logs, errors });
}

/** The gain of each alternative by a slot's counts. */
function gainsOf(rate: ErrorRate, logs: number, errors: number): number[] {
  const usual = allowedShare(rate);
  const shares = [Math.max(TIMES * usual, LEAST_SHARE), ...SHARES];
  return shares.map((share) => {
    const other = Math.min(0.99, share);
    if (other <= usual) return -Infinity;
    const gain = errors * Math.log(other / usual) + (logs - errors) * Math.log((1 - other) / (1 - usual));
    return Math.min(SLOT_MAX, gain / rate.dispersion);
  });
}

const summed = (sums: readonly number[], gains: readonly number[]): number[] =>
  sums.map((sum, index) => round(Math.min(SUM_MAX, Math.max(0, sum + (gains[index] as number)))));

function closeSlot(rate: ErrorRate): void {
  const { slot: at, logs, errors } = rate;
  if (logs === 0) return;
  if (rate.pastHours < KNOWN_HOURS) {
    learn(rate, at, logs, errors);
    return;
  }
  rate.sums = summed(rate.sums, gainsOf(rate, logs, errors));
  const { suspect } = rate;
  if (rate.sums.every((sum) => sum === 0)) {
    if (suspect !== null && !suspect.isOpen) learn(rate, at, suspect.logs, suspect.errors);
    rate.suspect = null;
    learn(rate, at, logs, errors);
    return;
  }
  if (suspect === null) rate.suspect = { since: at, logs, errors, isOpen: isOver(rate.sums), calm: 0 };
  else if (isAccepted(rate, suspect, at)) {
    if (suspect.isOpen) Object.assign(rate, { pastLogs: 0, pastErrors: 0 });
    learn(rate, at, suspect.logs + logs, suspect.errors + errors);
    dropSuspicion(rate);
  } else {
    suspect.logs += logs;
    suspect.errors += errors;
    suspect.isOpen ||= isOver(rate.sums);
    suspect.calm = errors <= logs * allowedShare(rate) ? suspect.calm + 1 : 0;
    // It is over; later errors need evidence of their own.
    const isEnded = suspect.calm >= CALM_SLOTS || !isOver(rate.sums);
    if (suspect.isOpen && isEnded) dropSuspicion(rate);
  }
}

const isAccepted = ({ pastLogs }: ErrorRate, { since, logs, isOpen }: Suspect, at: number): boolean =>
  isOpen ? at - since > ACCEPTED_MS : at - since > SUSPECTED_MS && logs > pastLogs;

/** For a pause, after which a rise has to show again. */
export function dropSuspicion(rate: ErrorRate): void {
  Object.assign(rate, { suspect: null, sums: rate.sums.map(() => 0) });
}

const isOver = (sums: readonly number[]): boolean => Math.max(...sums) >= THRESHOLD;

function learn(rate: ErrorRate, at: number, logs: number, errors: number): void {
  const usual = usualShare(rate);
  const expected = logs * usual * (1 - usual);
  const residual = Math.min(RESIDUAL_MAX, (errors - logs * usual) ** 2 / Math.max(expected, 0.05));
  rate.slots = Math.min(rate.slots + 1, DISPERSION_SLOTS);
  rate.dispersion = Math.max(1, round(rate.dispersion + (residual - rate.dispersion) / rate.slots));
  const passed = rate.learnedAt === 0 ? 0 : Math.max(0, at - rate.learnedAt);
  const kept = Math.exp(-passed / KEPT_MS);
  rate.pastLogs = round(rate.pastLogs * kept + logs);
  rate.pastErrors = round(rate.pastErrors * kept + errors);
  rate.pastHours = round(rate.pastHours * kept + Math.min(passed, HOUR_MS) / HOUR_MS);
  rate.learnedAt = Math.max(rate.learnedAt, at);
}

/** The present rise with the current slot; null below the threshold. `bar` multiplies the threshold. */
export function errorRise(rate: ErrorRate, bar = 1): ErrorRise | null {
  const { suspect, logs, errors, slot } = rate;
  if (logs === 0 || rate.pastHours < KNOWN_HOURS) return null;
  const sums = summed(rate.sums, gainsOf(rate, logs, errors));
  const strength = Math.max(...sums) / THRESHOLD;
  if (strength < bar) return null;
  return {
    since: suspect?.since ?? slot,
    recent: { logs: (suspect?.logs ?? 0) + logs, errors: (suspect?.errors ?? 0) + errors },
    usual: usualShare(rate),
    allowed: allowedShare(rate),
    usualAMinute: usualAMinute(rate),
    strength,
    usualMs: (THRESHOLD / SLOT_MAX - 1) * usualSlotMs(rate),
  };
}

/** Learns the counts of the kept minutes, for a state from before this method. */
export function seedErrorRate(rate: ErrorRate, counts: MinuteCounts): void {
  for (let minute = Math.max(0, counts.newest - MINUTES_KEPT + 1); minute < counts.newest; minute++) {
    const { logs, errors } = sumMinutes(counts, minute, minute);
    if (logs > 0) learn(rate, minute * MINUTE_MS, logs, errors);
  }
}
