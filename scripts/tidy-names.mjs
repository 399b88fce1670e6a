// Names that say nothing: a second file of one name in a module, and identifiers of a private vocabulary.
import { basename } from "node:path";
import ts from "typescript";

/** Words that an identifier doesn't contain; docs/glossary.md has the field's terms. */
const BANNED = {
  aim: "target",
  anew: "again",
  carefully: "say what is done",
  deed: "action",
  door: "endpoint",
  grave: "severe",
  graver: "moreSevere",
  gravest: "mostSevere",
  habit: "baseline",
  insistently: "say what is done",
  lately: "recent",
  letter: "deadLetter",
  parting: "exclusion",
  patiently: "say what is done",
  reckon: "compute",
  restless: "noisy",
  room: "module, free space",
  told: "notified",
  turn: "unit of work, lock",
  twin: "duplicate",
  whoever: "say who",
  whom: "say who",
};

/** Participles that say nothing alone. */
const BANNED_ALONE = { asked: "requested", heard: "arrivals" };

const singular = (word) => (word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word);
const wordsOf = (identifier) =>
  (identifier.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => singular(word.toLowerCase()));

/** The banned words in an identifier; a dead letter is one of the glossary. */
function bannedIn(identifier) {
  const words = wordsOf(identifier);
  return words.filter(
    (word, index) => Object.hasOwn(BANNED, word) && !(word === "letter" && words[index - 1] === "dead"),
  );
}

/** Names of oclif's commands are what a user types. */
const moduleOf = (file) => {
  const match = /^packages\/([^/]+)\/src\/(?:([^/]+)\/)?/.exec(file);
  return match && match[2] !== "commands" ? `${match[1]}/${match[2] ?? ""}` : undefined;
};

/** Files that share their name with another of the module. */
export function sharedNames(files) {
  const byName = Map.groupBy(
    files.filter((file) => moduleOf(file) !== undefined),
    (file) => `${moduleOf(file)} ${basename(file)}`,
  );
  return [...byName.values()].filter((same) => same.length > 1).flatMap((same) => same.slice(1));
}

/** Declared names that contain a banned `word`, with what to write instead in `text`. */
export function bannedNames(tree) {
  const found = [];
  const visit = (node) => {
    if (node.name && ts.isIdentifier(node.name) && !ts.isPropertyAccessExpression(node))
      for (const word of bannedIn(node.name.text))
        found.push({
          line: tree.getLineAndCharacterOfPosition(node.name.getStart(tree)).line + 1,
          word,
          text: `${node.name.text}: write ${BANNED[word] ?? BANNED_ALONE[word]}`,
        });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
