import { coerceError } from "../kernel/errors.ts";
import type { AcceptedBatch } from "../model/accepted-batch.ts";
import { elementId, elementsOf } from "../model/batch-codec.ts";
import type { Telemetry, TelemetryKind } from "../model/telemetry.ts";
import { serviceNameOf } from "./services.ts";
import { parseTimestamp } from "./timestamp.ts";

type Element = Readonly<Record<string, unknown>>;

const COPIED: Readonly<Record<TelemetryKind, readonly string[]>> = {
  log: ["level", "message", "traceId", "spanId"],
  metric: ["name", "value", "unit", "labels"],
  deployment: ["version", "environment", "gitHash", "metadata"],
};
/** Fields that the schema requires. A damaged name leaves valid JSON that lacks one of them. */
const REQUIRED: Readonly<Record<TelemetryKind, Readonly<Record<string, "string" | "number">>>> = {
  log: { service: "string", level: "string", message: "string" },
  metric: { service: "string", name: "string", value: "number", unit: "string" },
  deployment: { service: "string", version: "string", environment: "string" },
};
const LOG_FIELDS = new Set(["service", "level", "message", "timestamp", "traceId", "spanId", "metadata"]);
const ESCAPED_NUL = Buffer.from("\\u0000");

/** A batch's elements as telemetry. Throws where the batch was damaged after it was accepted. */
export function normalise(batch: AcceptedBatch): Telemetry[] {
  // PostgreSQL's text holds no U+0000. JSON can only hold it escaped.
  const holdsNul = batch.body.includes(ESCAPED_NUL);
  return readElements(batch).map((element, index) => {
    const clean = (holdsNul ? withoutNul(element) : element) as Element;
    return normaliseElement(batch, elementId(batch, index), clean);
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
  const required = Object.entries(REQUIRED[batch.kind as TelemetryKind]);
  for (const [index, element] of elements.entries()) {
    for (const [name, type] of required) {
      const value = (element as Element | null)?.[name];
      if (typeof value !== type) throw unreadable(`element ${index} has no ${type} named ${name}`);
    }
  }
  return elements;
}

const unreadable = (reason: string): Error =>
  new Error(`The batch can't be read: ${reason}. It was damaged after it was accepted.`);

function normaliseElement(
  { kind: batchKind, organizationId, receivedAt }: AcceptedBatch,
  id: string,
  element: Element,
) {
  const kind = batchKind as TelemetryKind;
  const time = element["timestamp"];
  const timestamp = typeof time === "string" ? (parseTimestamp(time) ?? receivedAt) : receivedAt;
  const service = serviceNameOf(element["service"] as string);
  const event: Record<string, unknown> = { kind, id, organizationId, receivedAt, timestamp, service };
  // The schema validated these fields before the element was accepted.
  for (const field of COPIED[kind]) if (element[field] !== undefined) event[field] = element[field];
  if (kind === "log") {
    const metadata = metadataOf(element);
    if (metadata !== undefined) event["metadata"] = metadata;
  }
  return event as unknown as Telemetry;
}

/** Moves additional fields of shippers to `metadata`, as `event.<name>` where metadata has the name already. */
function metadataOf(element: Element): Record<string, unknown> | undefined {
  const given = element["metadata"] as Record<string, unknown> | undefined;
  let metadata = given;
  for (const name in element) {
    if (LOG_FIELDS.has(name)) continue;
    if (metadata === given) metadata = { ...given };
    let key = name;
    while (metadata && Object.hasOwn(metadata, key)) key = `event.${key}`;
    // Not an assignment: a field called __proto__ is data like any other.
    const value = element[name];
    Object.defineProperty(metadata, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return metadata;
}

function withoutNul(value: unknown): unknown {
  if (typeof value === "string") return value.includes("\u0000") ? value.replaceAll("\u0000", "\uFFFD") : value;
  if (Array.isArray(value)) return value.map(withoutNul);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withoutNul(key), withoutNul(inner)]));
}
