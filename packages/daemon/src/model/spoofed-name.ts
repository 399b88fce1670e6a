import unhomoglyph from "unhomoglyph";
import { INVISIBLE } from "../kernel/invisible-characters.ts";

/** Control characters, line ends and what nobody sees. */
const HIDDEN = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}${INVISIBLE}]`, "u");
const ALL_HIDDEN = new RegExp(HIDDEN, "gu");
const ASCII = /^[\x20-\x7e]*$/;
const LATIN = /[a-z]/;

/** A name as names are compared: NFKC (UAX #15), trimmed, in small letters. */
export const comparableName = (name: string): string => name.normalize("NFKC").trim().toLowerCase();

/** The skeleton of UTS #39, section 4: two names that look alike have the same one. */
const skeletonOf = (name: string): string => unhomoglyph(name).toLowerCase();

/**
 * Why a name could pass for another one, a phrase that continues "it …"; undefined where it can't. `known` are names
 * that it must not look like without being one of them.
 */
export function describeSpoof(name: string, known: Iterable<string> = []): string | undefined {
  if (HIDDEN.test(name.trim())) return "holds invisible characters";
  const comparable = comparableName(name);
  const skeleton = skeletonOf(comparable);
  const others = new Set([...known].map(comparableName));
  if (others.has(comparable)) return undefined;
  for (const other of others) if (skeletonOf(other) === skeleton) return `looks like ${other} and is another name`;
  // A word of another script alone is a word of that script, also where all of its letters look Latin.
  return !ASCII.test(comparable) && LATIN.test(comparable) && ASCII.test(skeleton)
    ? `looks like ${skeleton} and is spelled with other letters`
    : undefined;
}

/** Whether two names could be one person's: in other letters, spaces or characters that nobody sees. */
export const canBeSamePerson = (one: string, other: string): boolean => personKey(one) === personKey(other);

const personKey = (name: string): string =>
  skeletonOf(comparableName(name.replace(ALL_HIDDEN, "")).replace(/\s+/g, ""));
