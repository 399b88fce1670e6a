// Puts figures into a page between their marks; the sentences around them are written by hand.
import { readFileSync, writeFileSync } from "node:fs";

const SECTION = /(<!-- figures: ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** Throws where the page has no place for a section, or a place that nothing fills. */
export function fillIn(path, sections) {
  const left = new Set(Object.keys(sections));
  const text = readFileSync(path, "utf8").replaceAll(SECTION, (_, begin, name, end) => {
    if (sections[name] === undefined) throw new Error(`${path}: there are no figures for ${name}.`);
    left.delete(name);
    return `${begin}\n${sections[name]}\n\n${end}`;
  });
  if (left.size > 0) throw new Error(`${path}: there is no place for ${[...left].join(", ")}.`);
  writeFileSync(path, text);
}
