// Figures over cases: shares of right answers, for each set and each system in it, and how far a confidence can be
// believed.

const share = (cases, is) => (cases.length === 0 ? null : cases.filter(is).length / cases.length);

/** Each measure's value over cases; `of` finds the judgement in a case. */
const measures = {
  top1: (cases, of) => share(cases, (one) => of(one).rank === 1),
  top3: (cases, of) => share(cases, (one) => of(one).rank <= 3),
  metric: (cases, of) => share(cases, (one) => of(one).metric),
  commit: (cases, of) => share(cases, (one) => of(one).commit),
  decoys: (cases, of) => cases.filter((one) => of(one).decoy).length,
};

const ours = (one) => one;
const gathered = (one) => one.gathered;
const simpleAt = (index) => (one) => one.simple[index];

const figuresOf = (names, cases, of) => Object.fromEntries(names.map((name) => [name, measures[name](cases, of)]));

export function summarise(results) {
  const sets = results.map(({ set, cases }) => ({
    name: set.name,
    measures: set.measures,
    count: cases.length,
    ours: figuresOf(set.measures, cases, ours),
    gathered: figuresOf(set.measures, cases, gathered),
    simple: set.simple.map(({ name }, index) => ({ name, ...figuresOf(set.measures, cases, simpleAt(index)) })),
    published: set.published,
    ...heldBack(cases),
    gatheredHeldBack: heldBack(cases.map(gathered)),
    slowestMs: Math.max(0, ...cases.map(({ ms }) => ms)),
    systems: Object.entries(Object.groupBy(cases, ({ system }) => system)).map(([name, those]) => ({
      name,
      count: those.length,
      ours: figuresOf(set.measures, those, ours),
      gathered: figuresOf(set.measures, those, gathered),
      simple: set.simple.map((_, index) => figuresOf(set.measures, those, simpleAt(index))),
    })),
  }));
  const all = results.flatMap(({ cases }) => cases);
  const gatheredHeldBack = heldBack(all.map(gathered));
  return {
    sets,
    ...heldBack(all),
    gatheredHeldBack,
    ...reliabilityOf(all),
    gathered: reliabilityOf(all.map(gathered)),
  };
}

/** Of the diagnoses that named no cause: how many, and how many had the right one first all the same. */
function heldBack(cases) {
  const inconclusive = cases.filter(({ conclusive }) => !conclusive);
  return {
    inconclusive: inconclusive.length,
    inconclusiveButRight: inconclusive.filter(({ right }) => right).length,
    precision: share(
      cases.filter(({ conclusive }) => conclusive),
      ({ right }) => right,
    ),
  };
}

const BINS = 5;

/** Confidence of the first hypothesis against how often it is right. */
export function reliabilityOf(cases) {
  const bins = Array.from({ length: BINS }, (_, bin) => {
    const those = cases.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin);
    return {
      from: bin / BINS,
      to: (bin + 1) / BINS,
      count: those.length,
      confidence: mean(those.map(({ confidence }) => confidence)),
      right: share(those, ({ right }) => right),
    };
  });
  const errors = cases.map(({ confidence, right }) => (confidence - (right ? 1 : 0)) ** 2);
  return { bins, brier: mean(errors) };
}

const mean = (numbers) => (numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length);
