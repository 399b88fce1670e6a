import { ApplicationError } from "../../kernel/errors.ts";
import type { BatchFormat } from "../../model/accepted-batch.ts";
import { JSON_VALUES_MAX } from "../../model/ingestion-limits.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const NEWLINE = 0x0a;

/** Less than the shortest event that can be valid. */
const EVENT_BYTES_MIN = 40;

/**
 * Refuses a body with too many elements or values before it is parsed. Thirty megabytes of `{},` are eleven million
 * objects, and parsing them would take gigabytes and many seconds. It takes one pass over the bytes, and none for
 * bodies that are too small. Throws `body_too_large` or `batch_too_large`.
 */
export function refuseOversizedJson(body: Buffer, format: BatchFormat, elementsMax: number): void {
  if (format === "single" ? body.length <= JSON_VALUES_MAX : body.length <= elementsMax * EVENT_BYTES_MIN) return;
  const { elements, values } = format === "lines" ? countLines(body, elementsMax) : countValues(body, elementsMax);
  if (elements > elementsMax && format !== "single") {
    throw batchTooLarge(elementsMax);
  }
  if (values > JSON_VALUES_MAX) {
    throw new ApplicationError("body_too_large", `The body holds more than ${JSON_VALUES_MAX} values.`);
  }
}

export const batchTooLarge = (most: number): ApplicationError =>
  new ApplicationError(
    "batch_too_large",
    `A batch holds at most ${most} events (setting TOCSIN_BATCH_EVENTS_MAX); this one has more.`,
  );

interface JsonSize {
  readonly elements: number;
  readonly values: number;
}

function countLines(body: Buffer, elementsMax: number): JsonSize {
  let elements = 1;
  for (let at = body.indexOf(NEWLINE); at !== -1 && elements <= elementsMax + 1; at = body.indexOf(NEWLINE, at + 1)) {
    elements += 1;
  }
  // The last line may end with a line feed too.
  return elements > elementsMax + 1 ? { elements, values: 0 } : { elements: 0, values: countValues(body, 0).values };
}

function countValues(body: Buffer, elementsMax: number): JsonSize {
  let elements = 1;
  let values = 0;
  let depth = 0;
  for (let at = 0; at < body.length; at++) {
    switch (body[at]) {
      case QUOTE:
        at = endOfString(body, at);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth += 1;
        values += 1;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        if (depth === 1) elements += 1;
        break;
    }
    if (values > JSON_VALUES_MAX || (elementsMax > 0 && elements > elementsMax)) break;
  }
  return { elements, values };
}

/** Where the string that begins here ends; the end of the body where it doesn't. */
function endOfString(body: Buffer, start: number): number {
  for (let at = body.indexOf(QUOTE, start + 1); at !== -1; at = body.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (body[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return body.length;
}
