import { idAfter, idFrom, isUuid } from "../kernel/ids.ts";
import type { AcceptedBatch, BatchFormat, BatchKind } from "./accepted-batch.ts";
import { isOrganizationId } from "./scope.ts";
import type { TelemetryKind } from "./telemetry.ts";

/** The first line of an encoded batch, in JSON. The body follows as it was sent. */
type Header = Omit<AcceptedBatch, "body"> & { readonly v: 1 };

const NEWLINE = 0x0a;
/** The first byte of a UTF-8 byte order mark, which JSON.parse refuses. */
const BYTE_ORDER_MARK = 0xef;

export function encodeBatch({ body, ...rest }: AcceptedBatch): Buffer {
  const header: Header = { v: 1, ...rest };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

/** Throws for an invalid header. The body is checked where it is parsed. */
export function decodeBatch(payload: Buffer): AcceptedBatch {
  const end = payload.indexOf(NEWLINE);
  const { v, ...header } = JSON.parse(payload.toString("utf8", 0, end)) as Header;
  if (v !== 1) throw new Error(`A batch of the unknown version ${String(v)} is in the queue; a newer daemon wrote it.`);
  const problem = problemOf(header);
  if (problem) throw new Error(`Its header names no ${problem}.`);
  return { ...header, body: payload.subarray(end + 1) };
}

const TELEMETRY_KINDS: ReadonlySet<unknown> = new Set<TelemetryKind>(["log", "metric", "deployment"]);
const KINDS: ReadonlySet<unknown> = new Set<BatchKind>(["log", "metric", "deployment", "rejected"]);
const FORMATS: ReadonlySet<unknown> = new Set<BatchFormat>(["single", "array", "lines"]);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** A disk or a broker may have damaged the header. */
function problemOf({ id, organizationId, kind, receivedAt, format, count, places }: Omit<Header, "v">): string {
  if (typeof id !== "string" || !isUuid(id)) return "batch";
  if (typeof organizationId !== "string" || !isOrganizationId(organizationId)) return "organization";
  if (!KINDS.has(kind)) return "kind";
  if (!FORMATS.has(format)) return "format";
  if (!isCount(receivedAt)) return "time";
  if (!isCount(count) || count === 0) return "number of elements";
  return places === undefined || (Array.isArray(places) && places.every(isCount)) ? "" : "places";
}

/** The elements as they were sent, in order. */
export const elementsOf = (batch: AcceptedBatch): unknown[] => parseElements(batch.body, batch.format) as unknown[];

/** Parses a body by its format. Throws the SyntaxError of JSON. May return another value than an array. */
export function parseElements(body: Buffer, format: BatchFormat): unknown {
  if (format === "lines") return linesOf(body).map((line) => JSON.parse(line) as unknown);
  const value: unknown = JSON.parse(textOf(body));
  return format === "single" ? [value] : value;
}

export const linesOf = (body: Buffer): string[] =>
  textOf(body)
    .split("\n")
    .filter((line) => line.trim() !== "");

const textOf = (body: Buffer): string =>
  body[0] === BYTE_ORDER_MARK ? body.toString("utf8").replace(/^\uFEFF/, "") : body.toString("utf8");

/** The elements; undefined where the body is damaged. */
export function soundElementsOf(batch: AcceptedBatch): unknown[] | undefined {
  try {
    const elements: unknown = elementsOf(batch);
    return Array.isArray(elements) && elements.length > 0 ? elements : undefined;
  } catch {
    return undefined;
  }
}

export const elementId = (batch: AcceptedBatch, index: number): string =>
  idAfter(batch.id, batch.places?.[index] ?? index);

/** Tells a redelivery: the id of the first element, which no other batch or part holds. */
export const identityOf = (batch: AcceptedBatch): string => elementId(batch, 0);

/** The batch with only the elements at these indexes, each keeping its id. */
export function partOf(batch: AcceptedBatch, indexes: readonly number[], elements: readonly unknown[]): AcceptedBatch {
  return {
    ...batch,
    format: "array",
    count: indexes.length,
    places: indexes.map((index) => batch.places?.[index] ?? index),
    body: Buffer.from(JSON.stringify(indexes.map((index) => elements[index]))),
  };
}

/** An element of a batch of the kind `rejected`, which becomes a dead letter under the element's id. */
export interface RejectedEvent {
  readonly kind: TelemetryKind;
  readonly reason: string;
  readonly payload: unknown;
  /** Attempts to process it; absent for none. */
  readonly attempts?: number;
}

export type Rejection = Required<Pick<RejectedEvent, "reason" | "attempts">>;

const isRejected = (element: unknown): element is RejectedEvent =>
  typeof element === "object" &&
  element !== null &&
  typeof (element as RejectedEvent).reason === "string" &&
  TELEMETRY_KINDS.has((element as RejectedEvent).kind);

/** The events of a rejected batch. Never throws, since a dead letter has no further place to go. */
export function listRejectedEvents(batch: AcceptedBatch): readonly RejectedEvent[] {
  const elements = soundElementsOf(batch);
  if (elements?.every(isRejected)) return elements;
  const payload = batch.body.toString("utf8");
  return [{ kind: "log", reason: "What was left out of a batch can't be read any more.", payload }];
}

/**
 * The batch with each element as a rejected event. Elements keep their ids and the batch its identity, so that a
 * repetition is recognized. A damaged body becomes one event.
 */
export function toRejectedBatch(batch: AcceptedBatch, rejection: Rejection): AcceptedBatch {
  const { kind } = batch;
  if (kind === "rejected") return batch;
  const payloads = soundElementsOf(batch) ?? [batch.body.toString("utf8")];
  return withRejectedEvents(
    batch,
    payloads.map((payload) => ({ kind, payload, ...rejection })),
  );
}

/** The beginning of an encoded batch; what follows may be a sender's text. */
const ENCODED_BEGIN = /^\{"v":\d{1,4},"id":"[^"]{0,64}","organizationId":"([A-Za-z0-9._-]{1,64})"/;
const ENCODED_BEGIN_BYTES_MAX = 256;

/** The organization of an encoded batch, also where the rest of it is unreadable. */
export const organizationNamedBy = (payload: Buffer): string | undefined =>
  ENCODED_BEGIN.exec(payload.toString("latin1", 0, ENCODED_BEGIN_BYTES_MAX))?.[1];

interface UnreadablePayload extends Rejection, Pick<AcceptedBatch, "organizationId" | "receivedAt"> {
  /** Identifies it, so that it becomes one dead letter however often it is found. */
  readonly seed: string | Uint8Array;
  readonly payload: unknown;
}

/** A rejected batch of one event, for a payload without a readable header. */
export function toUnreadableBatch({ seed, organizationId, receivedAt, ...event }: UnreadablePayload): AcceptedBatch {
  const header = { id: idFrom(seed), organizationId, receivedAt, format: "array", count: 1, kind: "rejected" } as const;
  return withRejectedEvents({ ...header, body: Buffer.alloc(0) }, [{ kind: "log", ...event }]);
}

export const withRejectedEvents = (batch: AcceptedBatch, events: readonly RejectedEvent[]): AcceptedBatch => ({
  ...batch,
  kind: "rejected",
  format: "array",
  count: events.length,
  body: Buffer.from(JSON.stringify(events)),
});
