/** The server takes 256 KiB an event. */
const EVENT_BYTES_MAX = 256 * 1024;
/** Characters of a message that are sent; six bytes at most each would still fit beside small metadata when cut again. */
const MESSAGE_CHARS_MAX = 64 * 1024;
const SHORT_MESSAGE_CHARS_MAX = 16 * 1024;
/** The server takes 32 levels of metadata, and the event around it is one more. */
const LEVELS_MAX = 33;
/** Properties and elements that are copied of one event: things that know each other unfold without end. */
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
    return toSerialisable(event) as Record<string, unknown>;
  }
}

const cut = (message: string, most = MESSAGE_CHARS_MAX): string =>
  `${message.slice(0, most).replace(/[\ud800-\udbff]$/, "")} … (cut, ${message.length} characters)`;

/** The fast way is right for nearly all; what it can't write is copied first. */
function write(fields: Fields): string {
  try {
    if (!holdsError(fields["metadata"])) {
      const text = JSON.stringify(fields);
      if (!mayBeDeep(text) || !isDeeper(fields, LEVELS_MAX)) return text;
    }
  } catch {
    // Circular, a BigInt, too deep, or something in it throws.
  }
  return JSON.stringify(toSerialisable(fields));
}

/** An error that somebody logs is the one thing that JSON writes silently as nothing. */
function holdsError(metadata: unknown): boolean {
  if (typeof metadata !== "object" || metadata === null) return false;
  for (const name in metadata) if ((metadata as Fields)[name] instanceof Error) return true;
  return false;
}

/** Whether it opens more objects and lists than an event may have levels: cheap to see, and nearly never so. */
function mayBeDeep(text: string): boolean {
  let opened = 0;
  for (const bracket of ["{", "["])
    for (let at = text.indexOf(bracket); at !== -1 && opened <= LEVELS_MAX; at = text.indexOf(bracket, at + 1))
      opened += 1;
  return opened > LEVELS_MAX;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)));

/** The head of an event that is too large. */
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
export const toSerialisable = (value: unknown): unknown => copyOf(value, { above: [], space: { left: MEMBERS_MAX } });

/** Where in the value a copy is made. */
interface Place {
  /** The objects that contain it. */
  readonly above: readonly object[];
  /** Members that may still be copied, of the whole value. */
  readonly space: { left: number };
}

function copyOf(value: unknown, { above, space }: Place): unknown {
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
  if (above.length >= LEVELS_MAX) return "(nested too deeply)";
  if (space.left === 0) return "(too many values)";
  try {
    return copyOfObject(value, { above: [...above, value], space });
  } catch (error) {
    return `(cannot be read${error instanceof Error ? `: ${String(error.message).slice(0, 200)}` : ""})`;
  }
}

function copyOfObject(value: object, place: Place): unknown {
  if (value instanceof Error) return copyOfError(value, place);
  if (Array.isArray(value)) return fitting(value, place).map((each) => copyOf(each, place) ?? null);
  if ("toJSON" in value && typeof value.toJSON === "function") return copyOf(value.toJSON(), place);
  return members(value, place);
}

/** As many of these as fit. The event's own fields are few, and all of them are kept. */
function fitting<Member>(all: readonly Member[], { above, space }: Place): readonly Member[] {
  if (above.length === 1) return all.slice(0, MEMBERS_MAX);
  const some = all.slice(0, space.left);
  space.left -= some.length;
  return some;
}

function members(value: object, place: Place): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name of fitting(Object.keys(value), place)) {
    let member: unknown;
    try {
      member = copyOf((value as Fields)[name], place);
    } catch {
      member = "(cannot be read)";
    }
    // Assigning to __proto__ would change the copy in place of being in it.
    Object.defineProperty(result, name, { value: member, enumerable: true, configurable: true, writable: true });
  }
  return result;
}

function copyOfError(error: Error, place: Place): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    stack,
    ...(cause !== undefined && { cause: copyOf(cause, place) }),
    ...members(error, place),
  };
}

interface Bytes {
  byteLength(text: string): number;
}
const platform = (globalThis as { Buffer?: Bytes }).Buffer;
const encoder = new TextEncoder();

/** Bytes of a text as UTF-8. */
export const utf8Length = (text: string): number => platform?.byteLength(text) ?? encoder.encode(text).length;
