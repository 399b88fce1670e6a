import { withoutInvisible } from "./invisible-characters.ts";

/** Removes terminal control sequences; keeps line breaks and tabs. */
export const toPrintable = (text: string): string => withoutInvisible(text).replace(/[^\P{Cc}\n\t]/gu, "");
