import unhomoglyph from "unhomoglyph";
import { INVISIBLE } from "../kernel/invisible-characters.ts";

/** Control characters, line ends and invisible characters. */
const HIDDEN = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}${INVISIBLE}]`, "u");
const ALL_HIDDEN = new RegExp(HIDDEN, "gu");
const ASCII = /^[\x20-\x7e]*$/;
const LATIN = /[a-z]/;

/** The form in which names are compared: NFKC (UAX #15), trimmed, in lower case. */
export const comparableName = (name: string): string => name.normalize("NFKC").trim().toLowerCase();

/** The skeleton of UTS #39, section 4, which is equal for names that look alike. */
const skeletonOf = (name: string): string => unhomoglyph(name).toLowerCase();

/**
 * Says how a name could be mistaken for another one, as a phrase that continues "it …"; undefined where it can't. The name
 * must not look like one of `known` without being equal to it.
 */
export function describeSpoof(name: string, known: Iterable<string> = []): string | undefined {
  if (HIDDEN.test(name.trim())) return "holds invisible characters";
  const comparable = comparableName(name);
  const skeleton = skeletonOf(comparable);
  const others = new Set([...known].map(comparableName));
  if (others.has(comparable)) return undefined;
  for (const other of others) if (skeletonOf(other) === skeleton) return `looks like ${other} and is another name`;
  // A word entirely in another script is genuine, even where its letters look Latin.
  return !ASCII.test(comparable) && LATIN.test(comparable) && ASCII.test(skeleton)
    ? `looks like ${skeleton} and is spelled with other letters`
    : undefined;
}

/** True for names that differ only in look-alike letters, spaces or invisible characters. */
export const canBeSamePerson = (one: string, other: string): boolean => personKey(one) === personKey(other);

const personKey = (name: string): string =>
  skeletonOf(comparableName(name.replace(ALL_HIDDEN, "")).replace(/\s+/g, ""));
