import { withoutInvisible } from "./invisible-characters.ts";

/** Texts of several lines that a terminal shows and doesn't obey. */
export const toPrintable = (text: string): string => withoutInvisible(text).replace(/[^\P{Cc}\n\t]/gu, "");
