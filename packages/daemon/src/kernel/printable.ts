import { withoutInvisible } from "./invisible.ts";

/** Texts of several lines that a terminal shows and doesn't obey. */
export const printable = (text: string): string => withoutInvisible(text).replace(/[^\P{Cc}\n\t]/gu, "");
