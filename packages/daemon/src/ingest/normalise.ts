import { toIso } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import type { AcceptedBatch } from "../model/accepted-batch.ts";
import type { Telemetry, TelemetryKind } from "../model/telemetry.ts";
import { elementId, elementsOf } from "./batch-codec.ts";
import { serviceNameOf } from "./services.ts";
import { parseTimestamp } from "./timestamp.ts";

type Element = Readonly<Record<string, unknown>>;

const COPIED: Readonly<Record<TelemetryKind, readonly string[]>> = {
  log: ["level", "message", "traceId", "spanId"],
  metric: ["name", "value", "unit", "labels"],
  deployment: ["version", "environment", "gitHash", "metadata"],
};
/** The schema asked this of every element. A bit that tipped in a name leaves sound JSON that lacks one of them. */
const REQUIRED: Readonly<Record<TelemetryKind, readonly (readonly [name: string, type: "string" | "number"])[]>> = {
  log: [
    ["service", "string"],
    ["level", "string"],
    ["message", "string"],
  ],
  metric: [
    ["service", "string"],
    ["name", "string"],
    ["value", "number"],
    ["unit", "string"],
  ],
  deployment: [
    ["service", "string"],
    ["version", "string"],
    ["environment", "string"],
  ],
};
const LOG_FIELDS = new Set(["service", "level", "message", "timestamp", "traceId", "spanId", "metadata"]);
const ESCAPED_NUL = Buffer.from("\\u0000");

/**
 * A batch's elements as telemetry: trimmed, with times in UTC, further fields of logs under `metadata`. Throws an error
 * that says why the batch can't be read where it was damaged after it was accepted.
 */
export function normalise(batch: AcceptedBatch): Telemetry[] {
  // PostgreSQL's text holds no U+0000, and a terminal has no use for it. JSON can only hold it escaped.
  const holdsNul = batch.body.includes(ESCAPED_NUL);
  return readElements(batch).map((element, index) => {
    const clean = (holdsNul ? withoutNul(element) : element) as Element;
    return normaliseElement(batch.kind as TelemetryKind, clean, {
      id: elementId(batch, index),
      organizationId: batch.organizationId,
      receivedAt: batch.receivedAt,
    });
  });
}

function readElements(batch: AcceptedBatch): readonly unknown[] {
  let elements: unknown;
  try {
    elements = elementsOf(batch);
  } catch (error) {
    throw unreadable(coerceError(error).message);
  }
  if (!Array.isArray(elements)) throw unreadable("it holds no list of elements");
  for (const [index, element] of elements.entries()) {
    for (const [name, type] of REQUIRED[batch.kind as TelemetryKind]) {
      const value = (element as Element | null)?.[name];
      if (typeof value !== type) throw unreadable(`element ${index} has no ${type} named ${name}`);
    }
  }
  return elements;
}

const unreadable = (reason: string): Error =>
  new Error(`The batch can't be read: ${reason}. It was damaged after it was accepted.`);

interface Origin {
  readonly id: string;
  readonly organizationId: string;
  readonly receivedAt: number;
}

function normaliseElement(kind: TelemetryKind, element: Element, origin: Origin): Telemetry {
  const time = element["timestamp"];
  const event: Record<string, unknown> = {
    kind,
    id: origin.id,
    organizationId: origin.organizationId,
    receivedAt: origin.receivedAt,
    timestamp: typeof time === "string" ? (parseTimestamp(time) ?? origin.receivedAt) : origin.receivedAt,
    service: serviceNameOf(element["service"] as string),
  };
  // What is copied here was judged by the schema before it was accepted.
  for (const field of COPIED[kind]) if (element[field] !== undefined) event[field] = element[field];
  if (kind === "log") {
    const metadata = metadataOf(element);
    if (metadata !== undefined) event["metadata"] = metadata;
  }
  return event as unknown as Telemetry;
}

/**
 * Shippers add fields of their own; they are kept under `metadata`. Where metadata has a field of that
 * name already, the further one is kept as `event.<name>`.
 */
function metadataOf(element: Element): Record<string, unknown> | undefined {
  const given = element["metadata"] as Record<string, unknown> | undefined;
  let metadata = given;
  for (const name in element) {
    if (LOG_FIELDS.has(name)) continue;
    if (metadata === given) metadata = { ...given };
    let key = name;
    while (metadata && Object.hasOwn(metadata, key)) key = `event.${key}`;
    // Not an assignment: a field called __proto__ is data like any other.
    Object.defineProperty(metadata, key, {
      value: element[name],
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return metadata;
}

function withoutNul(value: unknown): unknown {
  if (typeof value === "string") return value.includes("\u0000") ? value.replaceAll("\u0000", "\uFFFD") : value;
  if (Array.isArray(value)) return value.map(withoutNul);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withoutNul(key), withoutNul(inner)]));
}

/** The record as GET /events/:id answers it, in JSON: what was accepted, with its id, kind, organization and times in UTC. */
export function toRecordJson(telemetry: Telemetry): string {
  const { receivedAt, timestamp, ...rest } = telemetry;
  return JSON.stringify({ ...rest, timestamp: toIso(timestamp), receivedAt: toIso(receivedAt) });
}

/** A record's JSON as telemetry again. */
export function telemetryOf(json: string): Telemetry {
  const record = JSON.parse(json) as { timestamp: string; receivedAt: string };
  const { timestamp, receivedAt } = record;
  return Object.assign(record, {
    timestamp: Date.parse(timestamp),
    receivedAt: Date.parse(receivedAt),
  }) as unknown as Telemetry;
}
