// Template texts in the one spelling in which LogHub-2.0 compares them.

const PLACEHOLDER = /<[a-z]+>/g;
const DELIMITER = /([\s,!;:=|"'[\](){}.\-+@#$%&])/;
const HAS_VARIABLE = /^[^\s/]*<\*>[^\s/]*$/;
const UNITED = [
  ["<*>.<*>", "<*>"],
  ["<*><*>", "<*>"],
  [" #<*># ", " <*> "],
  [" #<*> ", " <*> "],
  ["<*>:<*>", "<*>"],
  ["<*>#<*>", "<*>"],
  ["<*>/<*>", "<*>"],
  ["<*>@<*>", "<*>"],
  ["<*>.<*>", "<*>"],
  [' "<*>" ', " <*> "],
  [" '<*>' ", " <*> "],
  ["<*><*>", "<*>"],
];

function replaceRepeatedly(text, part, replacement) {
  let replaced = text;
  while (replaced.includes(part)) replaced = replaced.replaceAll(part, replacement);
  return replaced;
}

/**
 * The rules of Khan, Shin, Bianculli and Briand (ICSE 2022) in the form that LogHub-2.0 (Jiang and others, ISSTA 2024)
 * applies to every parser's templates: one space, no digits, a word with a variable is a variable, and adjacent
 * variables are one. Typed placeholders count as variables.
 */
export function normalizeTemplate(template) {
  const pieces = template
    .trim()
    .replace(PLACEHOLDER, "<*>")
    .replace(/\s+/g, " ")
    .split(DELIMITER)
    .map((piece) => (/^\d+$/.test(piece) || (piece !== "<*>/<*>" && HAS_VARIABLE.test(piece)) ? "<*>" : piece));
  return UNITED.reduce((text, [part, replacement]) => replaceRepeatedly(text, part, replacement), pieces.join(""));
}

/** Each distinct text is normalized once. */
export function normalizedAll(texts) {
  const normalized = new Map();
  for (const text of texts) if (!normalized.has(text)) normalized.set(text, normalizeTemplate(text));
  return texts.map((text) => normalized.get(text));
}
