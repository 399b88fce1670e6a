import type { ErrorDetail } from "../kernel/errors.ts";
import { NESTING_MAX, TIMESTAMP_AHEAD_MS_MAX } from "../model/ingestion-limits.ts";
import { ERROR_DETAILS_MAX } from "../model/request-limits.ts";
import type { TelemetryKind } from "../model/telemetry.ts";
import { serviceNameOf } from "./services.ts";
import { parseTimestamp, TIME_FORMAT_MESSAGE } from "./timestamp.ts";

/** The schema's errors in an element; undefined for a valid one. Paths begin at the element. */
export type SchemaCheck = (element: unknown) => readonly ErrorDetail[] | undefined;
export type SchemaChecks = Readonly<Record<TelemetryKind, SchemaCheck>>;

export interface ElementValidation {
  /** Indexes of the valid elements; undefined when all are. */
  readonly good: readonly number[] | undefined;
  readonly faults: readonly ElementFault[];
  readonly services: ReadonlySet<string>;
}

export interface ElementFault {
  readonly index: number;
  readonly details: readonly ErrorDetail[];
  /** An element over its size limit is answered with 413 instead of 400. */
  readonly tooLarge?: boolean;
}

export interface ElementValidationOptions {
  readonly check: SchemaCheck;
  readonly nowMs: number;
  readonly eventBytesMax: number;
  /** Bytes of the body. No event is measured where the body is within the limit of one event. */
  readonly bodyBytes: number;
  /** Why elements are unparsable, by index. */
  readonly unparsed?: ReadonlyMap<number, string> | undefined;
}

/** Validates schema, time, nesting and size of each element in one pass. */
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
    if (service === last) continue;
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
    return TIME_FORMAT_MESSAGE;
  }
  if (at > nowMs + TIMESTAMP_AHEAD_MS_MAX) return "must not lie more than 24 hours ahead of the server's clock";
  return undefined;
}

/** Stops at the first level that is too deep, so that the recursion is bounded. */
export function nestsWithin(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return true;
  if (levels === 0) return false;
  for (const key in value) {
    const inner = (value as Record<string, unknown>)[key];
    if (inner !== null && typeof inner === "object" && !nestsWithin(inner, levels - 1)) return false;
  }
  return true;
}

/** A control character is written as \u0001. */
const CHARACTER_BYTES_MAX = 6;
const NUMBER_BYTES_MAX = 25;

/** Whether the value's JSON is within this size. An upper bound decides most cases without serializing. */
const fitsIn = (value: unknown, bytes: number): boolean => leftAtLeast(value, bytes) >= 0 || jsonBytes(value) <= bytes;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The budget less an upper bound of the value's JSON. */
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
