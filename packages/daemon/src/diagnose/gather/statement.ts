import { toSingleLine } from "../../kernel/single-line.ts";
import type { LogTemplate } from "../../methods/log-templates/template-set.ts";
import { isWild, WILDCARD, wider } from "../../methods/log-templates/token-masks.ts";
import { tokenizeMessage } from "../../methods/log-templates/tokenizer.ts";
import { NAME_CHARS_MAX } from "./gathering-limits.ts";

export interface Statement {
  /** File, class or function. */
  readonly place: string;
  readonly line: string;
}

/** Field names: OpenTelemetry, Logback, Python and others. */
const PLACES = [
  "code.file.path",
  "code.filepath",
  "code.function.name",
  "code.namespace",
  "caller_class_name",
  "logger_name",
  "pathname",
  "filename",
  "file",
];
const LINES = ["code.line.number", "code.lineno", "caller_line_number", "lineno", "line"];
/** `server/handler.go:42`, as Zap logs it. */
const CALLER = /^(.{1,200}):(\d{1,7})$/s;
const LINE = /^\d{1,7}$/;

/** Objects may have an arbitrary `toString`. */
const isLine = (value: unknown): value is string | number =>
  (typeof value === "string" || typeof value === "number") && LINE.test(String(value));

/** Null if unknown. */
export function statementOf(metadata: Readonly<Record<string, unknown>> | undefined): Statement | null {
  if (metadata === undefined) return null;
  const caller = metadata["caller"];
  const [, file, at] = (typeof caller === "string" && CALLER.exec(caller)) || [];
  if (file !== undefined && at !== undefined) return { place: toSingleLine(file, NAME_CHARS_MAX), line: at };
  const place = PLACES.map((name) => metadata[name]).find((value) => typeof value === "string" && value !== "");
  const number = LINES.map((name) => metadata[name]).find(isLine);
  return place === undefined || number === undefined
    ? null
    : { place: toSingleLine(String(place), NAME_CHARS_MAX), line: String(number) };
}

/** Keeps only the common tokens of a statement's messages. */
export function generalise(pattern: LogTemplate, message: string): void {
  const { tokens } = tokenizeMessage(message);
  const template = pattern.tokens;
  const isSameLength = template.length === tokens.length;
  const size = Math.max(template.length, tokens.length);
  let shared: string[] | null = null;
  let differs = false;
  for (let index = 0; index < size; index += 1) {
    const [known = "", token = ""] = [template[index], tokens[index]];
    if (known !== token) differs = true;
    else if (isSameLength || !differs) continue;
    shared ??= [...template];
    shared[index] = isSameLength ? wider(known, token) : WILDCARD;
  }
  if (shared === null) return;
  pattern.tokens = shared;
  pattern.wild = shared.map(isWild);
}
