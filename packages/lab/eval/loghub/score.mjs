// How well lines were grouped and templates read, by the measures of LogHub-2.0: Jiang and others, "A Large-Scale
// Evaluation for Log Parsing Techniques: How Far Are We?" (ISSTA 2024).
import { normalizedAll } from "./template-text.mjs";

const membersOf = (names) => {
  const groups = new Map();
  for (const [line, name] of names.entries()) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [line]);
    else group.push(line);
  }
  return groups;
};

const f1Of = (exact, found, truth) => (2 * exact) / (found + truth);

/**
 * `accuracy` (GA): the share of lines whose group holds all lines of one true event and no other. `f1` (FGA): of groups,
 * by how many are exactly a true event's. `groups` and `events`: how many there are of each.
 */
export function groupingScore(events, groups) {
  const [truth, found] = [membersOf(events), membersOf(groups)];
  let [lines, exact] = [0, 0];
  for (const members of found.values()) {
    const event = events[members[0]];
    const isOne = members.every((line) => events[line] === event);
    if (!isOne || truth.get(event).length !== members.length) continue;
    lines += members.length;
    exact++;
  }
  return {
    accuracy: lines / events.length,
    f1: f1Of(exact, found.size, truth.size),
    groups: found.size,
    events: truth.size,
  };
}

/**
 * `accuracy` (PA): the share of lines whose template's text is the true one. `f1` (FTA): of texts, by how many are true
 * of all of their lines. `truth` is normalized.
 */
export function parsingScore(truth, texts) {
  const found = normalizedAll(texts);
  const groups = membersOf(found);
  const exact = [...groups].filter(([text, members]) => members.every((line) => truth[line] === text)).length;
  return {
    accuracy: found.filter((text, line) => text === truth[line]).length / truth.length,
    f1: f1Of(exact, groups.size, new Set(truth).size),
  };
}
