/** A line and its number, from 1. */
export interface Line {
  readonly text: string;
  readonly number: number;
}

/** Lines of one chunk, and the numbers of lines that were dropped as too long. */
export interface Lines {
  readonly lines: readonly Line[];
  readonly tooLong: readonly number[];
}

/**
 * Splits a byte stream into lines. Empty lines and lines over `longest` characters are dropped, so that memory is
 * bounded, but they count for line numbers.
 */
export async function* splitLines(
  input: AsyncIterable<Uint8Array | string>,
  longest: number,
): AsyncGenerator<Lines, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  let skipping = false;
  let ended = 0;
  for await (const chunk of input) {
    const parts = (rest + (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }))).split("\n");
    rest = parts.pop() ?? "";
    const lines: Line[] = [];
    const tooLong: number[] = [];
    for (const part of parts) {
      ended += 1;
      // The rest of a line that is too long is not a line of its own.
      if (skipping) skipping = false;
      else if (part.length > longest) tooLong.push(ended);
      else lines.push({ text: withoutReturn(part), number: ended });
    }
    if (skipping) rest = "";
    else if (rest.length > longest) {
      tooLong.push(ended + 1);
      skipping = true;
      rest = "";
    }
    if (lines.length > 0 || tooLong.length > 0) yield { lines: lines.filter(hasText), tooLong };
  }
  const last = { text: withoutReturn(rest + decoder.decode()), number: ended + 1 };
  if (!skipping && hasText(last)) yield { lines: [last], tooLong: [] };
}

const withoutReturn = (text: string): string => (text.endsWith("\r") ? text.slice(0, -1) : text);
const hasText = ({ text }: Line): boolean => text.trim() !== "";
