// The truth table: random faults of the world's family, with quiet spaces between those of services that call each other.
import { streamOf } from "./families.mjs";
import { measureImpact } from "./fault-impact.mjs";
import { FAULT_KINDS } from "./fault-kinds.mjs";
import { shuffled } from "./service-names.mjs";

const MINUTE = 60_000;
const QUIET_MINUTES = 40;
const TINY_SHARE = 0.05;
const MOST_DRAWS = 8;

/** The service, its callers, its callees and workers that it feeds. */
function neighborsOf(world, node) {
  const indexes = new Set([node.index, ...node.edges.map(({ to }) => to), ...node.feeds.map(({ from }) => from)]);
  for (const other of world.nodes) {
    if (other.edges.some(({ to }) => to === node.index) || other.feeds.some(({ from }) => from === node.index))
      indexes.add(other.index);
  }
  return indexes;
}

const isFree = (planned, { at, until }, touched) =>
  planned.every(
    (other) =>
      at >= other.until + QUIET_MINUTES * MINUTE ||
      until <= other.at - QUIET_MINUTES * MINUTE ||
      other.touched.isDisjointFrom(touched),
  );

function drawFault(world, kind, at, chance) {
  const targets = world.nodes.filter((node) => kind.where(node, world.nodes));
  if (targets.length === 0) return null;
  const target = chance.pick(targets);
  const isTiny = chance.happens(TINY_SHARE);
  const minutes = Math.round(Math.exp(chance.between(Math.log(kind.minutes[0]), Math.log(kind.minutes[1]))));
  return {
    kind: kind.name,
    target: target.name,
    targetNode: target,
    at,
    until: at + minutes * MINUTE,
    isTiny,
    parameters: kind.draw(chance, isTiny),
  };
}

/** The root is the target, or the service that shows it most where the target sends nothing. */
function withTruth(world, kind, fault) {
  const impact = measureImpact(world, fault);
  const { targetNode, isTiny, ...rest } = fault;
  const isCaller = ({ node }) => node.edges.some(({ to }) => to === targetNode.index);
  const callers = impact
    .filter(isCaller)
    .toSorted((a, b) => b.grade - a.grade || b.moved - a.moved || b.node.peak - a.node.peak);
  const usualCaller = world.nodes.find((node) => node.isSending && isCaller({ node }));
  const root = targetNode.isSending ? targetNode : (callers[0]?.node ?? usualCaller);
  if (root === undefined) return null;
  const ofRoot = impact.find(({ node }) => node === root);
  const others = impact.filter((one) => one !== ofRoot).toSorted((a, b) => b.grade - a.grade || b.moved - a.moved);
  return {
    ...rest,
    root: root.name,
    shows: [root.name, ...others.map(({ node }) => node.name)],
    isGross: ofRoot?.grade === 2 || others[0]?.grade === 2,
    hasEffect: impact.length > 0,
    /** Begin of the first five minutes in which the root shows it. */
    visibleFrom: ofRoot?.first ?? null,
    describe: kind.describe(fault.target, fault.parameters),
    impactNodes: impact.map(({ node }) => node.index),
    isTiny,
  };
}

/**
 * Plans faults, about one each `everyMinutes`, the first after `settleMinutes`.
 * `target` is the node that is faulty; it differs from `root` where it sends no telemetry. `parameters` are the size.
 *
 * @param {ReturnType<typeof import("./world.mjs").createWorld>} world from `createWorld`
 * @param {{ from: number, until: number, everyMinutes?: number, settleMinutes?: number }} span
 * @returns {{ id: string, kind: string, root: string, target: string, parameters: object, at: number, until: number, shows: string[], isGross: boolean, hasEffect: boolean, visibleFrom: number | null, describe: string }[]}
 */
export function planFaults(world, { from, until, everyMinutes = 180, settleMinutes = 60 }) {
  const chance = streamOf(world.streamSeed, 53, Math.floor(from / MINUTE), everyMinutes);
  const kinds = FAULT_KINDS.filter(({ family }) => family === world.family);
  const planned = [];
  let kindQueue = [];
  const begin = Math.ceil(from / MINUTE) * MINUTE;
  for (
    let at = begin + Math.round(settleMinutes + everyMinutes * chance.between(0, 0.7)) * MINUTE;
    at < until;
    at += Math.round(everyMinutes * chance.between(0.6, 1.4)) * MINUTE
  ) {
    for (let tries = 0; tries < 2; tries++) {
      // Kinds that don't fit here keep their place in the queue.
      const found = planFirst(world, kindQueue, { at, until, planned, chance });
      if (found !== null) {
        planned.push(found.fault);
        kindQueue.splice(found.index, 1);
        break;
      }
      kindQueue = shuffled(kinds, chance);
    }
  }
  return planned.map(({ touched: _, ...fault }, index) => ({
    id: `${world.family}-${world.seed}-${index + 1}`,
    ...fault,
  }));
}

/** The first kind of the queue that fits, or null. */
function planFirst(world, kindQueue, span) {
  for (let index = 0; index < Math.min(MOST_DRAWS, kindQueue.length); index++) {
    const fault = planOne(world, kindQueue[index], span);
    if (fault !== null) return { index, fault };
  }
  return null;
}

/** One fault of the kind, or null where none fits. A size without effect is drawn again, unless it should have none. */
function planOne(world, kind, { at, until, planned, chance }) {
  for (let draws = 0; draws < MOST_DRAWS; draws++) {
    const drawn = drawFault(world, kind, at, chance);
    if (drawn === null) return null;
    const near = neighborsOf(world, drawn.targetNode);
    if (drawn.until > until || !isFree(planned, drawn, near)) continue;
    const { impactNodes = [], isTiny, ...fault } = withTruth(world, kind, drawn) ?? {};
    if (fault.root === undefined || (fault.visibleFrom === null && !isTiny)) continue;
    const touched = new Set([...near, ...impactNodes]);
    if (isFree(planned, drawn, touched)) return { ...fault, touched };
  }
  return null;
}
