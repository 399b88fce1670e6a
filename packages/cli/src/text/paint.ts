import { styleText } from "node:util";

export type Style = "red" | "yellow" | "green" | "cyan" | "blue" | "magenta" | "gray" | "bold" | "dim" | "inverse";
/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style | readonly Style[], text: string) => string;

/** Paints for a stream: nothing where it is no terminal, where NO_COLOR is set or TERM is dumb. */
export function createPaint(stream: NodeJS.WriteStream): Paint {
  if (process.env["NO_COLOR"] || process.env["TERM"] === "dumb") return plainPaint;
  return (style, text) => styleText(style as Style[], text, { stream });
}

export const plainPaint: Paint = (_style, text) => text;
