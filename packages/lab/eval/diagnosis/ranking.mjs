// What the analyser's answer says about a case, and how right it is.

/** Distinct services of the hypotheses with the confidence of each one's first. */
function servicesOf(hypotheses) {
  const firsts = new Map();
  for (const { service, confidence } of hypotheses)
    if (service !== null && !firsts.has(service)) firsts.set(service, confidence);
  return [...firsts].map(([service, score]) => ({ name: service, score }));
}

/** The place of a name, from 1; whoever has the same score stands before it. Infinity where it isn't among them. */
export function strictRank(scored, name) {
  const own = scored.find((each) => each.name === name);
  if (own === undefined) return Number.POSITIVE_INFINITY;
  return 1 + scored.filter((each) => each.name !== name && each.score >= own.score).length;
}

const INNOCENT = "none";

/** The change that is blamed: that of the first hypothesis, where the diagnosis says that one is at fault. */
function blamed({ changeAtFault, hypotheses }) {
  return changeAtFault === true ? (hypotheses[0]?.change ?? INNOCENT) : INNOCENT;
}

/** How an answer stands to the truth of its case. Fields that the case has no truth for are null. */
export function judge(truth, { diagnosis, conclusive }) {
  const { hypotheses, onsetAt } = diagnosis;
  const [first] = hypotheses;
  const rank = truth.service === undefined ? null : strictRank(servicesOf(hypotheses), truth.service);
  const metric = truth.metric === undefined ? null : rank === 1 && first?.metric === truth.metric;
  const said = truth.commit === undefined ? null : blamed(diagnosis);
  const commit = said === null ? null : said === truth.commit;
  return {
    rank,
    metric,
    commit,
    decoy: said === null ? null : truth.decoys.includes(said),
    blamed: said,
    right: commit ?? rank === 1,
    conclusive,
    confidence: first?.confidence ?? 0,
    onsetAt: onsetAt === null ? null : Date.parse(onsetAt),
    answers: hypotheses.map(({ service, metric: name, change, confidence }) => ({
      service,
      metric: name,
      change,
      confidence,
    })),
  };
}

/** The same of a simple method, which ranks services (with metrics) or names a commit. */
export function judgeSimple(simple, one) {
  const { truth } = one;
  if (simple.commit) {
    const said = simple.commit(one);
    return { rank: null, metric: null, commit: said === truth.commit, decoy: truth.decoys.includes(said) };
  }
  const scored = simple.rank(one);
  const rank = strictRank(scored, truth.service);
  const metric = truth.metric === undefined ? null : rank === 1 && scored[0].metric === truth.metric;
  return { rank, metric, commit: null, decoy: null };
}
