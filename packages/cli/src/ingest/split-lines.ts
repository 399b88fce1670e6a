/** A line, and which one of the input it is: the first is 1. */
export interface Line {
  readonly text: string;
  readonly number: number;
}

/** Lines that came together, and the numbers of those that were dropped because they were too long. */
export interface Lines {
  readonly lines: readonly Line[];
  readonly tooLong: readonly number[];
}

/**
 * The lines of a byte stream, as they come. Empty ones are left out, and of one over `longest` characters nothing is kept,
 * so that memory stays bounded whatever is piped in. Both are counted: line numbers are those of the input.
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
      // The end of a line that is being skipped belongs to it, not to the next one.
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
