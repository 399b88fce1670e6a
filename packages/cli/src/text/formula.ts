import { INVISIBLE } from "./invisible-characters.ts";

/**
 * Protection against CSV injection (OWASP, "CSV Injection"): no cell is taken for a formula, whichever separator the
 * reader's locale splits at. `packages/daemon/src/kernel/formula.ts` is the same file.
 */

/** Characters that begin a formula, with the forms that spreadsheets of some locales accept. */
const SIGN = "[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\uFE62\\uFE63\\uFE66\\uFE6B\\u2212]";
/** Characters that may precede the sign: blanks, invisible ones, quotes, separators, and the escape itself. */
const BEFORE = `[\\s\\p{Cc}${INVISIBLE}"',;|]`;

/** Runs don't overlap, and what follows one can be missing: the time grows with the text alone. */
const RUN = new RegExp(`${BEFORE}+${SIGN}?|^${SIGN}`, "gu");
const SIGN_AT_END = new RegExp(`${SIGN}$`, "u");
/** Where readers of other locales begin a cell or a row within the text. The comma is quoted. */
const CELL_STARTS = /[;|\t\r\n]/g;

/**
 * Puts an apostrophe where a reader may begin a cell and a formula, a tab or a line break follows. Removing these
 * apostrophes restores the text: an existing one gets another.
 */
export const escapeFormulas = (text: string): string =>
  text.replace(RUN, (run, offset: number) => {
    const isFormula = SIGN_AT_END.test(run);
    const isFirst = offset === 0 && (isFormula || /[\t\r\n]/.test(run));
    return (isFirst ? "'" : "") + (isFormula ? run.replace(CELL_STARTS, "$&'") : run);
  });
