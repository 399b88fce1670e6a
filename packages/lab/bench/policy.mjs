// Measures how long policy takes to decide by a thousand rules of which the last one fits, and fifty windows: where one
// environment speaks, and where three do, since each is judged. Run by itself or as a part of `npm run bench`.
import { pathToFileURL } from "node:url";
import { decide } from "../../daemon/src/remediate/policy/decide.ts";
import { readPolicy } from "../../daemon/src/remediate/policy/policy-file.ts";
import { at, inOrder } from "./timing.mjs";

const RULES = 1000;
const WINDOWS = 50;
const DECISIONS = 1000;
const ROUNDS = 21;
const BUDGET_MS = 0.1;
const NOW = Date.parse("2026-03-02T09:00:00Z");

const lines = (count, line) => Array.from({ length: count }, (_, n) => line(n)).join("\n");

/** Every rule is about the action, the environment and the severity that are asked about, and about other services. */
const POLICY = `
rules:
${lines(RULES - 1, (n) => `  - { name: rule-${n}, verdict: manual, actions: [restart-service], environments: [staging, qa, test], severities: [HIGH], services: [team-${n}-*] }`)}
  - { name: last, verdict: auto, services: ["check*"] }
guardrails: { actionsPerHour: 6, cooldownMinutes: 5, concurrent: 20, concurrentPerService: 1, blastRadius: 50 }
windows:
${lines(WINDOWS, (n) => `  - { name: window-${n}, effect: deny, reason: r, cron: "${n} 3 * * ${n % 7}", timeZone: Europe/Berlin, durationMinutes: 60 }`)}
`;

const QUESTION = {
  organizationId: "bench",
  actionType: "restart-service",
  environment: "staging",
  severity: "HIGH",
  serviceName: "checkout",
  target: { serviceName: "checkout", namespace: "shop", kind: "Deployment", name: "checkout" },
  targetNames: ["checkout"],
  origin: "person",
  mode: "simulate",
  parameters: {},
  blastRadius: 3,
  currentReplicas: null,
};
const FACTS = {
  incidentStatus: "OPEN",
  incidentEnvironment: "staging",
  incidentSeverity: "HIGH",
  incidentServices: ["checkout"],
  queuedInLastHour: 2,
  lastOfKind: null,
  active: 1,
  waiting: 0,
  activeOnTarget: 0,
  inMaintenance: false,
  suspended: null,
};

export function measurePolicy() {
  const read = readPolicy(POLICY, NOW);
  if ("problems" in read) throw new Error(read.problems[0].message);
  measureDecisions(read.policy, ["staging"], "auto");
  // Environments that contradict each other are left to a person.
  measureDecisions(read.policy, ["staging", "qa", "test"], "manual");
}

function measureDecisions(policy, environments, expected) {
  const catalogEnvironments = environments.map((environment) => ({ serviceName: "checkout", environment }));
  const facts = { ...FACTS, catalogEnvironments };
  const times = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    for (let n = 0; n < DECISIONS; n++) {
      const { verdict, rules } = decide(policy, QUESTION, facts, "request", NOW + n);
      if (verdict !== expected || rules[0].rule !== "last") throw new Error(`Decided by ${rules[0].rule}: ${verdict}`);
    }
    // The first round reads the patterns.
    if (round > 0) times.push((performance.now() - began) / DECISIONS);
  }
  const ordered = inOrder(times);
  const median = at(ordered, 0.5);
  const verdict = median < BUDGET_MS ? `under ${BUDGET_MS} ms` : `NOT under ${BUDGET_MS} ms`;
  console.log(
    `${"policy decisions".padEnd(30)} ${median.toFixed(3)} ms (${verdict}), slowest round ${at(ordered, 1).toFixed(3)} ms; ${RULES} rules, ${WINDOWS} windows, environments: ${environments.length}`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) measurePolicy();
