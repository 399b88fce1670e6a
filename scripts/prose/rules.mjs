// Rules of our own for textlint's kernel: sentences of at most 25 words, plain openings, no banned words, known terms.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { split } from "sentence-splitter";
import { root } from "../run.mjs";
import { bannedWords } from "./banned-words.mjs";

const SENTENCE_WORDS_MAX = 25;

/** A clause in place of a subject: "What is under way …", "Who was held up …". */
const CLAUSE_OPENING = /^(What|Whatever|Whichever|Who|Whoever|Whom|Whose|Of)\b/;
/** A participle before its verb: "Compared is …". */
const INVERTED_OPENING = /^[A-Z][a-z]+(?:ed|en|ept|old) (?:is|are|was|were)\b/;

const banned = bannedWords.map(([pattern, instead]) => ({
  pattern: new RegExp(`\\b(?:${pattern})\\b`, "gi"),
  instead,
}));

const terms = new Set(
  [...readFileSync(join(root, "docs/glossary.md"), "utf8").matchAll(/^\| ([^|]+) \|/gm)].map(([, term]) =>
    term.trim().toLowerCase(),
  ),
);
const isKnownTerm = (text) => {
  const term = text.toLowerCase();
  return terms.has(term) || terms.has(term.replace(/s$/, "")) || terms.has(term.replace(/ies$/, "y"));
};

/** The text of a node as a reader hears it: code, a link's target and an image count as one word. */
function spoken(node) {
  if (node.type === "Code" || node.type === "Html" || node.type === "Image") return "code";
  if (node.type === "Break") return " ";
  if (node.children) return node.children.map(spoken).join("");
  return node.value ?? "";
}

const sentencesOf = (text) =>
  split(text)
    .filter(({ type }) => type === "Sentence")
    .map(({ raw }) => raw.trim());

const wordsIn = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Paragraphs, headings and cells of tables; a list item's text is a paragraph of its own. */
const onText = (check) => (context) => {
  const { Syntax, RuleError, report } = context;
  const visit = (node) => {
    for (const problem of check(spoken(node).replace(/\s+/g, " ").trim(), node)) report(node, new RuleError(problem));
  };
  return { [Syntax.Paragraph]: visit, [Syntax.Header]: visit, [Syntax.TableCell]: visit };
};

export const rules = {
  "sentence-length": onText((text) =>
    sentencesOf(text)
      .map((sentence) => ({ sentence, words: wordsIn(sentence) }))
      .filter(({ words }) => words > SENTENCE_WORDS_MAX)
      .map(({ sentence, words }) => `${words} words, at most ${SENTENCE_WORDS_MAX}: "${sentence.slice(0, 60)}…"`),
  ),
  opening: onText((text) =>
    sentencesOf(text)
      .filter((sentence) => !sentence.endsWith("?"))
      .filter((sentence) => CLAUSE_OPENING.test(sentence) || INVERTED_OPENING.test(sentence))
      .map((sentence) => `begin with the subject: "${sentence.slice(0, 60)}…"`),
  ),
  "banned-word": onText((text) =>
    banned.flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map(([word]) => `"${word}": write ${instead}`),
    ),
  ),
  "known-term": (context) => ({
    [context.Syntax.Emphasis]: (node) => {
      const text = spoken(node);
      if (!isKnownTerm(text)) context.report(node, new context.RuleError(`*${text}* is not in docs/glossary.md`));
    },
  }),
};
