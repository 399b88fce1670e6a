/**
 * The text of a log line without its format: fields of JSON and logfmt, timestamps, levels, threads, loggers and stack
 * traces. For titles, which end after a hundred characters. Takes messages and log templates alike.
 */

/** Expressions run on this much, so that hostile lines cost little. */
const CHARS_MAX = 1500;

const JSON_TEXT = String.raw`"((?:[^"\\]|\\.){1,400})`;
const JSON_MESSAGE = new RegExp(String.raw`"(?:msg|message|@m|@mt|event)"\s*:\s*${JSON_TEXT}`);
const JSON_CAUSE = new RegExp(
  String.raw`"(?:error|err|exception|cause|reason|error\.message|exception\.message|stack)"\s*:\s*${JSON_TEXT}`,
);
const FIELD_TEXT = String.raw`(?:"((?:[^"\\]|\\.){1,400})"|([^\s"]{1,200}))`;
const FIELD_MESSAGE = new RegExp(String.raw`\b(?:msg|message)=${FIELD_TEXT}`);
const FIELD_CAUSE = new RegExp(String.raw`\b(?:err|error|cause|reason)=${FIELD_TEXT}`);

/** One part of the beginning of a line: each is optional, and they come in any order. */
const PREFIX =
  /^(?:<(?:time|num|ip|uuid|id|hex|\*)>|\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)?|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2}|[IWEF](?:\d{4}|<num>)|(?:\d{1,10}|<num>)(?=\s+(?:[\w./-]{1,80}\.(?:go|py|rb|java|rs|cs|js|ts):|\[|(?:INFO|WARN|ERROR|FATAL)\b))|\d{1,10}#\d{1,10}:|\*\d{1,12}|\[[^\]]{1,80}\]|(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|FATAL|CRIT|CRITICAL|PANIC|crit|fail|warn(?=:)|error(?=: ))(?=[\s:\]|]|$)|[\w./-]{1,80}\.(?:go|py|rb|java|rs|cs|js|ts):(?:\d{1,6}|<num>)\]?|[\w$-]{1,40}(?:\.[\w$-]{1,40}){1,8}(?=:| -| \|)|[-:|#*>\]]+)\s*/;

const PARTS_MAX = 12;

function withoutPrefix(line: string): string {
  let rest = line;
  for (let part = 0; part < PARTS_MAX; part++) {
    const length = PREFIX.exec(rest)?.[0].length ?? 0;
    if (length === 0 || length >= rest.length) break;
    rest = rest.slice(length);
  }
  return rest;
}

/** The error of a traceback in one line, as a log template has it. */
const RAISED = /^Traceback \(most recent call last\).*\s([\w.<>]+(?:Error|Exception)\b.*)$/;

/** The head of `java.util.logging`: a time, a class and a method, then the level before the message. */
const JUL_HEAD =
  /^(?:<time>|.{0,60}\b[AP]M) [\w.$<>]{3,200} [\w.$<>*]{1,80}\s{1,4}(?:SEVERE|WARNING|INFO|CONFIG|FINE):\s/;

/** The first line; of a traceback of Python the last one, and of Java's the innermost cause as well. */
function tellingLine(text: string): string {
  const lines = text
    .replace(JUL_HEAD, "")
    .split(/\n|\\n/)
    .map((line) => line.trim());
  const [first = ""] = lines;
  if (lines.length === 1) return RAISED.exec(first)?.[1] ?? first;
  if (lines.some((line) => line.startsWith("Traceback (most recent call last)")))
    return lines.findLast((line) => line !== "") ?? first;
  const cause = lines.findLast((line) => line.startsWith("Caused by: "))?.slice("Caused by: ".length);
  return cause === undefined ? first : `${withoutPrefix(first)}: ${cause}`;
}

const textOf = (match: RegExpExecArray | null): string | undefined => match?.[1] ?? match?.[2];

/** The message and the cause that fields name; undefined for a line without such fields. */
function fieldsOf(text: string): string | undefined {
  const isJson = text.trimStart().startsWith("{");
  const message = textOf((isJson ? JSON_MESSAGE : FIELD_MESSAGE).exec(text));
  const cause = textOf((isJson ? JSON_CAUSE : FIELD_CAUSE).exec(text));
  const parts = [message, cause === undefined ? undefined : tellingLine(cause)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : [...new Set(parts)].join(": ");
}

export function essenceOf(message: string): string {
  const text = message.slice(0, CHARS_MAX);
  const said = fieldsOf(text) ?? withoutPrefix(tellingLine(text));
  return said.trim() === "" ? message : said;
}
