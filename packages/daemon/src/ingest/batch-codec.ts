import { idAfter, isUuid } from "../kernel/ids.ts";
import type { AcceptedBatch, BatchFormat, BatchKind } from "../model/accepted-batch.ts";
import { isOrganizationId } from "../model/scope.ts";

/** The form in which batches travel the queue: one line of JSON that says what it is, then the body as it was sent. */
interface Header {
  readonly v: 1;
  readonly id: string;
  readonly organizationId: string;
  readonly kind: BatchKind;
  readonly receivedAt: number;
  readonly format: BatchFormat;
  readonly count: number;
  readonly places?: readonly number[];
}

const NEWLINE = 0x0a;
/** The first byte of a UTF-8 byte order mark, which JSON.parse refuses. */
const BYTE_ORDER_MARK = 0xef;

export function encodeBatch(batch: AcceptedBatch): Buffer {
  const { body, ...rest } = batch;
  const header: Header = { v: 1, ...rest };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

/** Throws where the header doesn't say whose batch it is and what it holds; the body is judged by who parses it. */
export function decodeBatch(payload: Buffer): AcceptedBatch {
  const end = payload.indexOf(NEWLINE);
  const { v, ...header } = JSON.parse(payload.toString("utf8", 0, end)) as Header;
  if (v !== 1) throw new Error(`A batch of the unknown version ${String(v)} is in the queue; a newer daemon wrote it.`);
  const problem = problemOf(header);
  if (problem) throw new Error(`Its header names no ${problem}.`);
  return { ...header, body: payload.subarray(end + 1) };
}

const KINDS: ReadonlySet<unknown> = new Set<BatchKind>(["log", "metric", "deployment", "rejected"]);
const FORMATS: ReadonlySet<unknown> = new Set<BatchFormat>(["single", "array", "lines"]);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** What lay on a disk or in a broker isn't taken on trust: a bit may have tipped. */
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

/**
 * Parses a body by its format; the same for the role that accepts and the one that processes. Throws the
 * SyntaxError of JSON. What is no array, though it should be one, is answered as it is.
 */
export function parseElements(body: Buffer, format: BatchFormat): unknown {
  if (format === "lines") return linesOf(body).map((line) => JSON.parse(line) as unknown);
  const value: unknown = JSON.parse(textOf(body));
  return format === "single" ? [value] : value;
}

/** The lines that hold anything. */
export const linesOf = (body: Buffer): string[] =>
  textOf(body)
    .split("\n")
    .filter((line) => line.trim() !== "");

const textOf = (body: Buffer): string =>
  body[0] === BYTE_ORDER_MARK ? body.toString("utf8").replace(/^\uFEFF/, "") : body.toString("utf8");

/** The elements, or undefined where the body is damaged: everything was judged before it became a batch. */
export function soundElementsOf(batch: AcceptedBatch): unknown[] | undefined {
  try {
    const elements: unknown = parseElements(batch.body, batch.format);
    return Array.isArray(elements) && elements.length > 0 ? elements : undefined;
  } catch {
    return undefined;
  }
}

export const elementId = (batch: AcceptedBatch, index: number): string =>
  idAfter(batch.id, batch.places?.[index] ?? index);

/**
 * By what a redelivery is known: the id of the first element, which no other batch or part holds.
 */
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
