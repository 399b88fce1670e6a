import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import { coerceError } from "./errors.ts";
import { toSingleLine } from "./single-line.ts";

/** A problem of a file with its position; lines and columns count from 1. */
export interface FileProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Fields and indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** A YAML file that could be read. */
export interface FileText {
  readonly value: unknown;
  /** Where a value stands; with `field`, where that field of it is named. Where it isn't there, what is around it. */
  problem(path: Path, message: string, field?: string): FileProblem;
}

const FILE_BYTES_MAX = 1024 * 1024;
const ALIASES_MAX = 100;
/** Deeper than people write, and far from where the parser ends after seconds. */
const BRACKETS_OPEN_MAX = 500;

const START: FileProblem = { line: 1, column: 1, message: "" };
const problemAt = (lines: LineCounter, offset: number, message: string): FileProblem => {
  const { line: row, col } = lines.linePos(offset);
  return { line: Math.max(1, row), column: Math.max(1, col), message: toSingleLine(message, 500) };
};

const unreadable = (why: string) => ({
  problems: [{ ...START, message: toSingleLine(`the file can't be read: ${why}`, 500) }],
});

/** The text as YAML, or what keeps it from being read. Never throws. */
export function readFileText(text: string): FileText | { readonly problems: readonly FileProblem[] } {
  if (Buffer.byteLength(text) > FILE_BYTES_MAX) {
    return { problems: [{ ...START, message: `the file must not be larger than ${FILE_BYTES_MAX} bytes` }] };
  }
  if (bracketsOpen(text) > BRACKETS_OPEN_MAX) return unreadable("it is nested too deeply");
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
    const wrong = [...document.errors, ...document.warnings, ...unusableKeys(document)];
    if (wrong.some(({ message }) => message.startsWith("Maximum call stack")))
      return unreadable("it is nested too deeply");
    if (wrong.length > 0) {
      return { problems: wrong.map(({ pos, message }) => problemAt(lines, pos[0], message)) };
    }
    const value: unknown = document.toJS({ maxAliasCount: ALIASES_MAX });
    return {
      value,
      problem: (path, message, field) => problemAt(lines, offsetOf(document, path, field), message),
    };
  } catch (thrown) {
    // Too many aliases, or nested deeper than the reader's stack.
    return unreadable(coerceError(thrown).message);
  }
}

/** How many brackets are open at the most, those of texts and comments too. */
function bracketsOpen(text: string): number {
  let [open, most] = [0, 0];
  for (const character of text) {
    if (character === "[" || character === "{") most = Math.max(most, ++open);
    else if (character === "]" || character === "}") open--;
  }
  return most;
}

/**
 * Finds repeated keys of an object, and keys that are lists or objects. The parser compares each key with each other
 * one, which takes seconds for many keys. It also writes a warning past the log if a key isn't text.
 */
function unusableKeys(document: Document): { readonly pos: readonly [number]; readonly message: string }[] {
  const unusable: { pos: [number]; message: string }[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const refuse = (message: string) => unusable.push({ pos: [beginning(key) ?? 0], message });
        if (isCollection(isAlias(key) ? key.resolve(document) : key)) refuse("A map key must be a text");
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) refuse("Map keys must be unique");
        seen.add(key.value);
      }
    },
  });
  return unusable;
}

function offsetOf(document: Document, path: Path, field: string | undefined): number {
  const resolved = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  let node: unknown = resolved(document.contents);
  let offset = beginning(node) ?? 0;
  for (const step of path) {
    const child = isMap(node)
      ? node.items.find(({ key }) => named(key, String(step)))?.value
      : isSeq(node)
        ? node.items[Number(step)]
        : undefined;
    const at = beginning(child);
    if (at === undefined) return offset;
    offset = at;
    node = resolved(child);
  }
  const key = field !== undefined && isMap(node) ? node.items.find((pair) => named(pair.key, field))?.key : undefined;
  return beginning(key) ?? offset;
}

const named = (key: unknown, name: string): boolean => isScalar(key) && String(key.value) === name;
const beginning = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0];
