// A random company whose telemetry judges the detectors. The generator knows nothing of how they work.
import { createCallGraph } from "./call-graph.mjs";
import { streamOf, worldSeedOf } from "./families.mjs";
import { pickStyle } from "./log-styles.mjs";
import { vocabularyOf } from "./logs.mjs";
import { createSeries, pickNaming } from "./metric-namings.mjs";
import { addNominalLoad, addTraits } from "./service-traits.mjs";
import { templatesIn } from "./vocabulary.mjs";

export { planFaults } from "./fault-plan.mjs";
export { trafficOf } from "./traffic.mjs";

const PAYMENT = /stripe|card-network|acquirer/;

const tierOf = ({ role, environment }, chance) => {
  if (environment !== "production") return "tier-3";
  const tiers = { edge: [0, 1], middle: [1, 2], leaf: [1, 2], worker: [1, 3], office: [3, 3], batch: [2, 3] }[role] ?? [
    0, 1,
  ];
  return `tier-${chance.integer(tiers[0], tiers[1])}`;
};

/** Some services send logs only, some metrics only. */
function addTelemetry(family, node, chance) {
  const kind = chance.next();
  const isSpecial = node.index > 1 && node.isSending;
  node.style = !node.isSending || (isSpecial && kind < 0.07) ? null : pickStyle(family, node, chance);
  node.naming = !node.isSending || (isSpecial && kind > 0.93) ? null : pickNaming(family, node, chance);
  if (node.peak < 10) node.logRate = Math.min(node.logRate, Math.max(1, node.peak * 2));
}

/**
 * Creates a random company. The same arguments give the same telemetry.
 *
 * @param {{ family: "develop" | "choose" | "report", seed: number, services?: number, from: number, withTruth?: boolean }} shape
 * `services` is how many send telemetry (5 to 60); stores and providers that send none come on top of it.
 * With `withTruth`, each log has the id of its template as `truth`.
 */
export function createWorld({ family, seed, services: count = 20, from, withTruth = false }) {
  const streamSeed = worldSeedOf(family, seed);
  const chance = streamOf(streamSeed, 7, count);
  const nodes = createCallGraph({ family, services: count, chance });
  for (const node of nodes) {
    addTraits(node, chance);
    node.version = chance.integer(10, 90);
    node.tier = tierOf(node, chance);
  }
  addNominalLoad(nodes, chance);
  for (const node of nodes) {
    addTelemetry(family, node, chance);
    node.series = node.naming === null ? [] : createSeries(node, nodes, streamOf(streamSeed, 61, node.index));
    for (const edge of node.edges) edge.isPayment = PAYMENT.test(nodes[edge.to].name);
  }
  const sending = nodes.filter(({ isSending }) => isSending);
  return {
    family,
    seed,
    from,
    streamSeed,
    withTruth,
    nodes,
    services: sending.map(({ name, tier, environment, edges }) => ({
      name,
      tier,
      environment,
      dependencies: edges.filter(({ to }) => nodes[to].isSending).map(({ to }) => nodes[to].name),
    })),
    /** Stores, brokers and providers that send no telemetry. */
    externals: nodes.filter(({ isSending }) => !isSending).map(({ name, role }) => ({ name, role })),
  };
}

/**
 * True templates: [{ id, level, service, pattern }]. Deployments add some more, whose ids hold the version.
 *
 * @public
 */
export const templatesOf = (world) =>
  world.nodes
    .filter(({ style }) => style !== null)
    .flatMap((node) =>
      templatesIn(vocabularyOf(world, node)).map(({ id, level, pattern }) => ({
        id,
        level,
        service: node.name,
        pattern,
      })),
    );
