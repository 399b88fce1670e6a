// The method: docs/methods/log-templates.md
/**
 * Distinguishes words that say what happened from names, such as users, hosts and topics. Numbers and addresses are
 * masked before; a name becomes a value once several were seen in its place.
 */

/** Outcomes, states, severities, methods and kinds of errors are never values. */
const TELLING_END = /(?:error|exception|failure|failed|fail|timeout|denied|refused|fatal|panic|success|succeeded)$/i;
const TELLING_WORDS: ReadonlySet<string> = new Set(
  `true false yes no on off ok enable enabled disable disabled up down open opened closed trace debug info notice warn
   warning critical fault get put post delete head patch options start started stop stopped begin end`.split(/\s+/),
);
const ERROR_CODE = /^E[A-Z]{4,}$/;

export const isTelling = (word: string): boolean =>
  (word.length <= 8 && TELLING_WORDS.has(word.toLowerCase())) || TELLING_END.test(word) || ERROR_CODE.test(word);

/** Host names, addresses, paths and qualified names. */
const NAME = /[./@_]/;

export const isName = (word: string): boolean => NAME.test(word);

/** Keys whose value says what happened. */
const TELLING_KEYS: ReadonlySet<string> = new Set(
  `msg message event error err reason cause exception level severity status state result outcome action method type kind
   op operation code`.split(/\s+/),
);

/** `telling`: a value of such a key. `given`: a quoted value, or one after an equals sign. */
export type Role = "telling" | "given" | "said";

/** The role of a part by its key and the characters around it: `key=value`, `"key":"value"`, `'value'`. */
export function roleOf(message: string, start: number, end: number, before: string): Role {
  const left = message[start - 1];
  const isQuoted = (left === '"' || left === "'") && message[end] === left && message[end + 1] !== ":";
  if (left !== "=" && left !== ":" && !isQuoted) return "said";
  if (TELLING_KEYS.has(before.toLowerCase())) return "telling";
  return left === ":" ? "said" : "given";
}
