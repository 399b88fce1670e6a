import { ApplicationError } from "../../kernel/errors.ts";
import type { BatchFormat } from "../../model/accepted-batch.ts";
import { linesOf, parseElements } from "../../model/batch-codec.ts";

export interface Parsed {
  readonly elements: readonly unknown[];
  readonly format: BatchFormat;
  /** The bytes from which the elements can be parsed again. */
  readonly body: Buffer;
  /** Where a lenient batch holds what is no JSON: why, by its place. The element is its text. */
  readonly unparsed?: ReadonlyMap<number, string>;
}

const MESSAGE_LENGTH_MAX = 300;

/** The format of a content type. Throws `unsupported_media_type`. */
export function formatOf(contentType: string | undefined, batch: boolean): BatchFormat {
  const [type = "", ...parameters] = (contentType ?? "application/json").toLowerCase().split(";");
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith("charset="));
  const utf8 = charset === undefined || /^charset="?(utf-8|utf8|us-ascii)"?$/.test(charset);
  const name = type.trim();
  if (utf8 && (name === "application/json" || name === "")) return batch ? "array" : "single";
  if (utf8 && batch && (name === "application/x-ndjson" || name === "application/jsonlines")) return "lines";
  throw new ApplicationError(
    "unsupported_media_type",
    `The content type ${contentType ?? "(none)"} is not supported. Send application/json${batch ? " or application/x-ndjson" : ""} in UTF-8.`,
  );
}

/** Throws `invalid` where the body is no JSON, or no array on the batch path; a lenient one may hold lines that aren't. */
export function parseBody(body: Buffer, format: BatchFormat, prefix: string, onInvalid: "refuse" | "skip"): Parsed {
  try {
    const elements = parseElements(body, format);
    if (Array.isArray(elements)) return { elements, format, body };
  } catch (error) {
    if (format === "lines" && onInvalid === "skip") return parseLines(body);
    const objects = format === "array" ? concatenated(body.toString("utf8")) : undefined;
    if (objects) return { elements: objects, format, body: Buffer.from(JSON.stringify(objects)) };
    const [unparsed] = format === "lines" ? (parseLines(body).unparsed ?? []) : [];
    if (unparsed) throw invalid(prefix, `line ${unparsed[0] + 1} ${unparsed[1]}`, `/${unparsed[0]}`);
    throw invalid(prefix, `the body is not JSON: ${(error as Error).message}`);
  }
  throw invalid(prefix, "the body must be an array of events");
}

const invalid = (prefix: string, message: string, path = ""): ApplicationError =>
  new ApplicationError("invalid_event", `${prefix}${message.slice(0, MESSAGE_LENGTH_MAX)}`, {
    details: [{ path, message: message.slice(0, MESSAGE_LENGTH_MAX) }],
  });

/** Line by line: only the bad ones are left out. */
function parseLines(body: Buffer): Parsed {
  const unparsed = new Map<number, string>();
  const elements = linesOf(body).map((line, index): unknown => {
    try {
      return JSON.parse(line);
    } catch (error) {
      unparsed.set(index, `is not JSON: ${(error as Error).message}`.slice(0, MESSAGE_LENGTH_MAX));
      return line.replace(/\r$/, "");
    }
  });
  return { elements, format: "lines", body, unparsed };
}

/**
 * Objects one after the other with nothing or white space between them, as Fluent Bit's `json_stream` sends
 * them under application/json. Undefined where the text is anything else, or only one object.
 */
function concatenated(text: string): unknown[] | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  const values: unknown[] = [];
  let depth = 0;
  let inString = false;
  let start = -1;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index++;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    else if (character === "{" && depth++ === 0) start = index;
    else if (character === "}" && --depth === 0) {
      try {
        values.push(JSON.parse(text.slice(start, index + 1)));
      } catch {
        return undefined;
      }
    } else if (depth === 0 && !/[\s,]/.test(character as string)) return undefined;
  }
  return depth === 0 && values.length > 1 ? values : undefined;
}
