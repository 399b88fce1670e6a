import { styleText } from "node:util";

export type Style = "red" | "yellow" | "green" | "cyan" | "blue" | "magenta" | "gray" | "bold" | "dim" | "inverse";
/** Styles a text, or returns it unchanged. Colour accompanies a word and never replaces it. */
export type Paint = (style: Style | readonly Style[], text: string) => string;

/** Styles for a stream; none without a terminal, with NO_COLOR, or if TERM is dumb. */
export function createPaint(stream: NodeJS.WriteStream): Paint {
  if (process.env["NO_COLOR"] || process.env["TERM"] === "dumb") return plainPaint;
  return (style, text) => styleText(style as Style[], text, { stream });
}

export const plainPaint: Paint = (_style, text) => text;
