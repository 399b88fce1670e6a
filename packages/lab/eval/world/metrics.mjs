// The metric points of a service in one minute: its series at its scrape interval.
import { streamOf } from "./families.mjs";
import { createTotals, podValue, scrape } from "./scrape.mjs";

const MINUTE = 60_000;
/** Series by pod of more pods than this are dropped, as cardinality limits do. */
const MOST_PODS = 4;

export function createExporter(world, state, at) {
  const { node } = state;
  const traits = streamOf(world.streamSeed, 43, node.index);
  const chance = streamOf(world.streamSeed, 47, node.index, Math.floor(at / MINUTE));
  return {
    state,
    chance,
    series: node.series,
    phaseMs: traits.integer(0, Math.min(node.scrapeSeconds, 60) * 1000 - 1),
    totals: createTotals(chance),
    values: {},
  };
}

/** Four decimals; counters stay integers. */
const rounded = (value) => (Number.isInteger(value) ? value : Math.round(value * 1e4) / 1e4);

/** Calls `emit(atMs, name, value, unit, labels)` for each point of the minute. */
export function addMetrics(exporter, at, emit) {
  const { scrapeSeconds } = exporter.state.node;
  if (scrapeSeconds >= 60) {
    const every = scrapeSeconds / 60;
    if (Math.floor(at / MINUTE) % every === 0) addScrape(exporter, at + exporter.phaseMs, every, emit);
    return;
  }
  for (let offset = exporter.phaseMs; offset < MINUTE; offset += scrapeSeconds * 1000)
    addScrape(exporter, at + offset, scrapeSeconds / 60, emit);
}

function addScrape(exporter, at, minutes, emit) {
  const { state, series, chance } = exporter;
  const values = scrape(exporter, at, minutes);
  const isUnreachable = state.effects.isDown;
  const time = at + ((chance.next() * 200) | 0);
  const pods = Math.min(state.pods.length, MOST_PODS);
  for (let index = 0; index < series.length; index++) {
    const one = series[index];
    // A process that is down exports nothing. Its orchestrator, broker and load balancer still do.
    if (isUnreachable && !isSeenFromOutside(one.signal)) continue;
    if (!one.byPod) {
      emitValue(emit, time, one, values[one.signal], one.labels);
      continue;
    }
    for (let nth = 0; nth < pods; nth++) {
      const pod = state.pods[nth];
      emitValue(emit, time, one, podValue(one.signal, values, exporter, pod, nth, at), labelsOf(state.node, one, pod));
    }
  }
}

const OUTSIDE = new Set(
  "up availability healthy replicas restartsTotal queue oldest consumers deadLetters diskRatio diskFreeBytes".split(
    " ",
  ),
);
const isSeenFromOutside = (signal) => OUTSIDE.has(signal);

function emitValue(emit, time, { name, unit, scale }, value, labels) {
  if (Number.isFinite(value))
    emit(time, name, scale === 1 ? rounded(value) : roundedSmall(value * scale), unit, labels);
}

const roundedSmall = (value) => Math.round(value * 1e6) / 1e6;

function labelsOf({ naming }, series, pod) {
  let labels = pod.labels.get(series);
  if (labels === undefined) {
    labels = Object.freeze({ ...series.labels, [naming.podLabel]: pod.name });
    pod.labels.set(series, labels);
  }
  return labels;
}
