/** The code of each `@example` in the comments of a file. */
export function examplesIn(text: string): string[] {
  return commentsIn(text).flatMap(({ lines }) => {
    const from = lines.findIndex((line) => line.startsWith("@example"));
    if (from === -1) return [];
    const code = lines.slice(from + 1);
    const to = code.findIndex((line) => /^@\w/.test(line));
    return [(to === -1 ? code : code.slice(0, to)).join("\n")];
  });
}

/** The methods of the area that a file creates, as far as they have no example. */
export function methodsWithoutExample(text: string): string[] {
  const documented = new Set(
    commentsIn(text)
      .filter(({ lines }) => lines.some((line) => line.startsWith("@example")))
      .map(({ end }) => end),
  );
  const lines = text.split("\n");
  const from = lines.findIndex((line) => line.startsWith("export function create"));
  return lines.slice(0, lines.indexOf("}", from)).flatMap((line, index) => {
    const name = /^ {4}(\w+)(?:,$|: )/.exec(line)?.[1];
    return name === undefined || !insideReturn(lines, index) || documented.has(index) ? [] : [name];
  });
}

/** The code of each block of TypeScript on a page. */
export const snippetsOf = (page: string): string[] =>
  [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code);

/** The comments of a file, without their stars, and the line that each of them stands above. */
function commentsIn(text: string): { readonly lines: string[]; readonly end: number }[] {
  return [...text.matchAll(/^ *\/\*\*\n([\s\S]*?)\n *\*\/$/gm)].map((match) => ({
    lines: (match[1] ?? "").split("\n").map((line) => line.replace(/^ *\* ?/, "")),
    end: text.slice(0, match.index + match[0].length).split("\n").length,
  }));
}

/** Whether the nearest line above that is indented less opens what a function of the area returns. */
const insideReturn = (lines: readonly string[], index: number): boolean =>
  lines.slice(0, index).findLast((line) => /^ {0,3}\S/.test(line)) === "  return {";
