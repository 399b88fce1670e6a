import type { ErrorDetail } from "../kernel/errors.ts";
import { NESTING_MAX, TIMESTAMP_AHEAD_MS_MAX } from "../model/ingestion-limits.ts";
import { ERROR_DETAILS_MAX } from "../model/request-limits.ts";
import type { TelemetryKind } from "../model/telemetry.ts";
import { serviceNameOf } from "./services.ts";
import { parseTimestamp } from "./timestamp.ts";

/** Says what the contract's schema finds wrong with an element; nothing for a valid one. Paths begin at the element. */
export type SchemaCheck = (element: unknown) => readonly ErrorDetail[] | undefined;
export type SchemaChecks = Readonly<Record<TelemetryKind, SchemaCheck>>;

export interface ElementValidation {
  /** Indexes of the elements that are good, or undefined when all are. */
  readonly good: readonly number[] | undefined;
  /** What is wrong, by element; at most ERROR_DETAILS_MAX are named, all are counted. */
  readonly faults: readonly ElementFault[];
  /** The distinct service names, trimmed, of the good elements. */
  readonly services: ReadonlySet<string>;
}

export interface ElementFault {
  readonly index: number;
  readonly details: readonly ErrorDetail[];
  /** An element over its size limit answers 413, not 400. */
  readonly tooLarge?: boolean;
}

export interface ElementValidationOptions {
  readonly check: SchemaCheck;
  readonly nowMs: number;
  readonly eventBytesMax: number;
  /** Bytes of the whole body: where all of it is smaller than one event may be, no event needs to be measured. */
  readonly bodyBytes: number;
  /** What no JSON could be made of, by its place, and why. */
  readonly unparsed?: ReadonlyMap<number, string>;
}

/** Judges every element: schema, time, nesting, size. Cost: one pass over the elements. */
export function validateElements(elements: readonly unknown[], options: ElementValidationOptions): ElementValidation {
  const faults: ElementFault[] = [];
  const services = new Set<string>();
  let last: unknown;
  for (let index = 0; index < elements.length; index++) {
    const element = elements[index];
    const fault = faultOf(element, index, options);
    if (fault) {
      faults.push(fault);
      continue;
    }
    const service = (element as { service: string }).service;
    if (service === last) continue; // most batches come from one service
    last = service;
    services.add(serviceNameOf(service));
  }
  if (faults.length === 0) return { good: undefined, faults, services };
  const bad = new Set(faults.map((fault) => fault.index));
  return { good: elements.map((_, index) => index).filter((index) => !bad.has(index)), faults, services };
}

function faultOf(element: unknown, index: number, options: ElementValidationOptions): ElementFault | undefined {
  const unparsed = options.unparsed?.get(index);
  if (unparsed !== undefined) return { index, details: [{ path: "", message: unparsed }] };
  const wrong = options.check(element);
  if (wrong) return { index, details: wrong };
  const { timestamp, metadata } = element as { timestamp?: string; metadata?: unknown };
  if (timestamp !== undefined) {
    const message = timestampFault(timestamp, options.nowMs);
    if (message) return { index, details: [{ path: "/timestamp", message }] };
  }
  if (!nestsWithin(element, NESTING_MAX)) {
    const path = metadata === undefined ? "" : "/metadata";
    return { index, details: [{ path, message: `must not nest deeper than ${NESTING_MAX} levels` }] };
  }
  if (options.bodyBytes > options.eventBytesMax && !fitsIn(element, options.eventBytesMax)) {
    const message = `must be at most ${options.eventBytesMax} bytes (setting TOCSIN_EVENT_BYTES_MAX)`;
    return { index, details: [{ path: "", message }], tooLarge: true };
  }
  return undefined;
}

function timestampFault(text: string, nowMs: number): string | undefined {
  const at = parseTimestamp(text);
  if (at === undefined) {
    return "must be a time in ISO 8601 with Z or an offset, such as 2026-01-02T03:04:05.678Z";
  }
  if (at > nowMs + TIMESTAMP_AHEAD_MS_MAX) return "must not lie more than 24 hours ahead of the server's clock";
  return undefined;
}

/** Stops at the level that is too deep: its own depth is bounded too. */
export function nestsWithin(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return true;
  if (levels === 0) return false;
  for (const key in value) {
    const inner = (value as Record<string, unknown>)[key];
    if (inner !== null && typeof inner === "object" && !nestsWithin(inner, levels - 1)) return false;
  }
  return true;
}

/** Of a control character, which is written as \u0001. */
const CHARACTER_BYTES_MAX = 6;
const NUMBER_BYTES_MAX = 25;

/** Whether the value's JSON is within this size. Most are so far from it that it needn't be written. */
const fitsIn = (value: unknown, bytes: number): boolean => leftAtLeast(value, bytes) >= 0 || jsonBytes(value) <= bytes;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** What is left of the budget if every character and number is as long as any can be. */
function leftAtLeast(value: unknown, budget: number): number {
  if (typeof value === "string") return budget - value.length * CHARACTER_BYTES_MAX - 2;
  if (value === null || typeof value !== "object") return budget - NUMBER_BYTES_MAX;
  let left = budget - 2;
  for (const key in value) {
    left = leftAtLeast((value as Record<string, unknown>)[key], left - key.length * CHARACTER_BYTES_MAX - 4);
    if (left < 0) return left;
  }
  return left;
}

/** The faults as the details of an answer; `prefix` puts the element's index in front. */
export function faultDetails(faults: readonly ElementFault[], withIndex: boolean): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  for (const fault of faults) {
    for (const { path, message } of fault.details) {
      if (details.length === ERROR_DETAILS_MAX) return details;
      details.push({ path: withIndex ? `/${fault.index}${path}` : path, message });
    }
  }
  return details;
}
