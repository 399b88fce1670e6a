// How well lines were grouped, by the measures of Zhu and others, "Tools and Benchmarks for Automated Log Parsing" (2019).

const membersOf = (names) => {
  const groups = new Map();
  for (const [line, name] of names.entries()) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [line]);
    else group.push(line);
  }
  return groups;
};

/**
 * `accuracy`: the share of lines whose group holds all lines of one true event and no other. `f1`: of groups, by how
 * many are exactly a true event's. `groups` and `events`: how many there are of each.
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
    f1: (2 * exact) / (truth.size + found.size),
    groups: found.size,
    events: truth.size,
  };
}
