/**
 * The comments of a source text as Markdown: every other line is empty, so that lines keep their numbers and each
 * comment is a paragraph.
 */
export function commentsAsMarkdown(source) {
  let isInside = false;
  return source
    .split("\n")
    .map((line) => {
      const text = line.trim();
      if (/^\/\*\* @jsx/.test(text)) return "";
      if (text.startsWith("//")) return text.replace(/^\/+\s?/, "");
      const begins = !isInside && text.startsWith("/*");
      if (!isInside && !begins) return "";
      isInside = !text.includes("*/");
      return text.replace(/^\/?\*+(?!\/)\s?/, "").replace(/\s*\*\/.*$/, "");
    })
    .join("\n");
}
