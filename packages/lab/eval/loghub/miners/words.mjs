// How the published methods see a line: words between spaces, with the values masked whose format every log shares.
export const VARIABLE = "<*>";

const VALUES = [
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi,
  /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?![\w.])/g,
  /\b0x[\da-f]+\b/gi,
  /(?<![\w.])[-+]?\d+(?:\.\d+)?(?![\w.])/g,
];

export const wordsOf = (line) =>
  VALUES.reduce((text, value) => text.replace(value, VARIABLE), line)
    .split(/\s+/)
    .filter((word) => word !== "");

export const hasDigit = (word) => /\d/.test(word) || word.includes(VARIABLE);

/** The words that are equal in all lines of a group, and variables elsewhere. */
export function commonText(lines) {
  const common = [...lines[0]];
  for (const words of lines) {
    for (let place = 0; place < common.length; place++) if (words[place] !== common[place]) common[place] = VARIABLE;
  }
  return common.join(" ");
}

/** The entry of a map, which is created if it lacks. */
export function entryOf(map, key, create) {
  if (!map.has(key)) map.set(key, create());
  return map.get(key);
}

/** Lists by a key, in the order of their first entries. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) entryOf(groups, keyOf(item), () => []).push(item);
  return groups;
}

/** The result of a method that sees all lines before it names any: groups of line numbers, each with its text. */
export function namedGroups(count, groups) {
  const final = new Array(count);
  const texts = new Array(count);
  for (const [name, { lines, text }] of groups.entries()) {
    for (const line of lines) {
      final[line] = name;
      texts[line] = text;
    }
  }
  return { final, texts };
}

/** The result of a method that names each line when it comes, and never renames one. */
export const namedOnline = (clusters) => {
  const names = clusters.map(({ name }) => name);
  return { online: names, final: names, texts: clusters.map(({ template }) => template.join(" ")) };
};
