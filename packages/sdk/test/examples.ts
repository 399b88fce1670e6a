/** The code of each `@example` in the comments of a file. */
export function examplesIn(text: string): string[] {
  return commentsIn(text).flatMap((lines) => {
    const from = lines.findIndex((line) => line.startsWith("@example"));
    if (from === -1) return [];
    const code = lines.slice(from + 1);
    const to = code.findIndex((line) => /^@\w/.test(line));
    return [(to === -1 ? code : code.slice(0, to)).join("\n")];
  });
}

/** The code of each block of TypeScript on a page. */
export const snippetsOf = (page: string): string[] =>
  [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code);

/** The lines of the comments of a file, without their stars. */
const commentsIn = (text: string): string[][] =>
  [...text.matchAll(/^ *\/\*\*\n([\s\S]*?)\n *\*\/$/gm)].map(([, lines = ""]) =>
    lines.split("\n").map((line) => line.replace(/^ *\* ?/, "")),
  );
