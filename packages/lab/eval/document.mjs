// Puts figures into a page between their marks; the sentences around them are written by hand.
import { readFileSync, writeFileSync } from "node:fs";

const SECTION = /(<!-- figures: ([a-z-]+) -->\n)([\s\S]*?)(<!-- end -->)/g;

/** Throws where the page has no place for a section, or a place that nothing fills. */
export function fillIn(path, sections) {
  const text = readFileSync(path, "utf8");
  for (const name of Object.keys(sectionsOf(text)))
    if (sections[name] === undefined) throw new Error(`${path}: there are no figures for ${name}.`);
  writeFileSync(path, filled(path, text, sections));
}

/** Leaves the other sections as they are. `change` makes the new sections from the text of all. */
export function fillInSome(path, change) {
  const text = readFileSync(path, "utf8");
  writeFileSync(path, filled(path, text, change(sectionsOf(text))));
}

function sectionsOf(text) {
  return Object.fromEntries(Array.from(text.matchAll(SECTION), ([, , name, content]) => [name, content.trim()]));
}

function filled(path, text, sections) {
  const left = new Set(Object.keys(sections));
  const page = text.replaceAll(SECTION, (whole, begin, name, _, end) => {
    left.delete(name);
    return sections[name] === undefined ? whole : `${begin}\n${sections[name]}\n\n${end}`;
  });
  if (left.size > 0) throw new Error(`${path}: there is no place for ${[...left].join(", ")}.`);
  return page;
}

/** The rows of a Markdown table with those of some sets replaced, in the order of `sets`. Sets are the first cell. */
export function withRows(table, newer, sets) {
  const [head, line, ...rows] = newer.split("\n");
  const setOf = (row) => row.split("|")[1].trim();
  const news = Map.groupBy(rows, setOf);
  const olds = Map.groupBy(table.split("\n").slice(2), setOf);
  return [head, line, ...sets.flatMap((set) => news.get(set) ?? olds.get(set) ?? [])].join("\n");
}
