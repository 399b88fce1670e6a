import { createRequire } from "node:module";
import stringWidth from "string-width";

const load = createRequire(import.meta.url);

/** Cuts a text to `width` cells, with an ellipsis in place of the rest. The library is loaded when a text is too long. */
export function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const { default: cliTruncate } = load("cli-truncate") as typeof import("cli-truncate");
  return cliTruncate(text, width);
}
