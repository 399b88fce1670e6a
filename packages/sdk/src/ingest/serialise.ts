/** The server takes 256 KiB an event. */
const EVENT_BYTES_MAX = 256 * 1024;
/** Characters of a message that are sent; six bytes at most each would still fit beside small metadata when cut again. */
const MESSAGE_CHARS_MAX = 64 * 1024;
const SHORT_MESSAGE_CHARS_MAX = 16 * 1024;
/** The server takes 64 levels, of the event itself among them. */
const LEVELS_MAX = 32;
/** Properties and elements that are copied of one hostile value. */
const MEMBERS_MAX = 10_000;

/** An event as it is sent, or why it can't be. */
export type Serialised = { readonly text: string; readonly bytes: number } | "unserialisable" | "too_large";

/** An event as JSON, whatever it holds. One without a time gets `at()`: it may be sent much later. Never throws. */
export function serialise(event: unknown, at: () => string): Serialised {
  try {
    const fields = prepare(event, at);
    if (fields === undefined) return "unserialisable";
    const text = write(fields);
    if (text.length * 3 <= EVENT_BYTES_MAX) return { text, bytes: utf8Length(text) };
    const bytes = utf8Length(text);
    return bytes <= EVENT_BYTES_MAX ? { text, bytes } : shorten(fields);
  } catch {
    return "unserialisable";
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** A copy with a time, and with a message that isn't endless. */
function prepare(event: unknown, at: () => string): Fields | undefined {
  if (typeof event !== "object" || event === null || Array.isArray(event)) return undefined;
  const fields: Record<string, unknown> = copy(event);
  if (fields["timestamp"] === undefined) fields["timestamp"] = at();
  const { message } = fields;
  if (typeof message === "string" && message.length > MESSAGE_CHARS_MAX) fields["message"] = cut(message);
  return fields;
}

/** A getter that throws must not take the other fields with it. */
function copy(event: object): Record<string, unknown> {
  try {
    return { ...event };
  } catch {
    return tame(event, [], 0) as Record<string, unknown>;
  }
}

const cut = (message: string, most = MESSAGE_CHARS_MAX): string =>
  `${message.slice(0, most).replace(/[\ud800-\udbff]$/, "")} … (cut, ${message.length} characters)`;

/** The fast way is right for nearly all; what it can't write is copied first. */
function write(fields: Fields): string {
  if (!holdsError(fields["metadata"])) {
    try {
      return JSON.stringify(fields);
    } catch {
      // Circular, a BigInt, too deep, or something in it throws.
    }
  }
  return JSON.stringify(tame(fields, [], 0));
}

/** An error that somebody logs is the one thing that JSON writes silently as nothing. */
function holdsError(metadata: unknown): boolean {
  if (typeof metadata !== "object" || metadata === null) return false;
  for (const name in metadata) if ((metadata as Fields)[name] instanceof Error) return true;
  return false;
}

/** What is left of an event that is too large: its head. */
function shorten(fields: Fields): Serialised {
  const { message, metadata, labels } = fields;
  const short = {
    ...fields,
    ...(typeof message === "string" && { message: cut(message, SHORT_MESSAGE_CHARS_MAX) }),
    ...(metadata !== undefined && { metadata: { truncated: "metadata was too large" } }),
    ...(labels !== undefined && { labels: { truncated: "labels were too large" } }),
  };
  const text = write(short);
  const bytes = utf8Length(text);
  return bytes <= EVENT_BYTES_MAX ? { text, bytes } : "too_large";
}

/** A copy of anything that JSON can write: circles, errors, BigInts and what throws become notes. */
export function tame(value: unknown, above: readonly object[] = [], level = 0): unknown {
  switch (typeof value) {
    case "bigint":
      return value.toString();
    case "function":
    case "symbol":
      return undefined;
    case "object":
      break;
    default:
      return value;
  }
  if (value === null) return null;
  if (above.includes(value)) return "(circular)";
  if (level >= LEVELS_MAX) return "(nested too deeply)";
  try {
    return tameObject(value, [...above, value], level + 1);
  } catch (error) {
    return `(cannot be read${error instanceof Error ? `: ${String(error.message).slice(0, 200)}` : ""})`;
  }
}

function tameObject(value: object, above: readonly object[], level: number): unknown {
  if (value instanceof Error) return tameError(value, above, level);
  if (Array.isArray(value)) return value.slice(0, MEMBERS_MAX).map((each) => tame(each, above, level) ?? null);
  if ("toJSON" in value && typeof value.toJSON === "function") return tame(value.toJSON(), above, level);
  return members(value, above, level);
}

function members(value: object, above: readonly object[], level: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(value).slice(0, MEMBERS_MAX)) {
    let member: unknown;
    try {
      member = tame((value as Fields)[name], above, level);
    } catch {
      member = "(cannot be read)";
    }
    // Assigning to __proto__ would change the copy in place of being in it.
    Object.defineProperty(result, name, { value: member, enumerable: true, configurable: true, writable: true });
  }
  return result;
}

function tameError(error: Error, above: readonly object[], level: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    stack,
    ...(cause !== undefined && { cause: tame(cause, above, level) }),
    ...members(error, above, level),
  };
}

interface Bytes {
  byteLength(text: string): number;
}
const platform = (globalThis as { Buffer?: Bytes }).Buffer;
const encoder = new TextEncoder();

/** Bytes of a text as UTF-8. */
export const utf8Length = (text: string): number => platform?.byteLength(text) ?? encoder.encode(text).length;
