// Measures how many remediation requests a second are decided on, audited and stored, over HTTP, on SQLite with fsync:
// those that wait for a person by the built-in policy, and those that a policy lets through. A part of `npm run bench`.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { numberOf } from "../../../scripts/number-option.mjs";
import { startBaseline, startDaemon } from "./processes.mjs";
import { tokenFor } from "./token.mjs";

const ORGANIZATION = "bench";
const CONNECTIONS = 64;
const INCIDENTS = 200;
const SERVICES = 400;
const PERMISSIONS = ["incidents:update", "remediation:request", "remediation:view"];
const BUDGET = 1000;

const POLICY = `
rules:
  - name: all-by-itself
    verdict: auto
guardrails:
  actionsPerHour: null
  cooldownMinutes: null
  concurrent: null
  concurrentPerService: null
  blastRadius: null
`;

async function seedIncidents(core, headers) {
  const ids = [];
  for (let n = 0; n < INCIDENTS; n++) {
    const body = JSON.stringify({
      title: `Checkout ${n} fails`,
      description: "Errors above the threshold",
      severity: "HIGH",
      affectedServices: [`service-${n % SERVICES}`],
    });
    const response = await fetch(`${core}/incidents`, { method: "POST", headers, body });
    if (response.status !== 201) throw new Error(`POST /incidents: ${response.status} ${await response.text()}`);
    ids.push((await response.json()).id);
  }
  return ids;
}

/** Without an environment, the incident's counts: naming another one waits for a person under every policy. */
const bodiesOf = (ids, environment) =>
  Array.from({ length: SERVICES }, (_, n) =>
    JSON.stringify({
      incidentId: ids[n % ids.length],
      actionType: "restart-service",
      serviceName: `service-${n}`,
      environment,
      parameters: {},
    }),
  );

async function load(url, headers, bodies, seconds) {
  const requests = bodies.map((body) => ({ method: "POST", path: "/remediation/request", headers, body }));
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, requests });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were no 2xx, ${result.errors} requests failed.`);
  return { rate: result["2xx"] / result.duration, p99: result.latency.p99 };
}

async function measureDaemon(environment, given, status, seconds) {
  const daemon = await startDaemon("core", given);
  try {
    const token = tokenFor(daemon.secret, ORGANIZATION, PERMISSIONS);
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const bodies = bodiesOf(await seedIncidents(daemon.core, headers), environment);
    await load(daemon.core, headers, bodies, 2);
    const figures = await load(daemon.core, headers, bodies, seconds);
    const other = await fetch(`${daemon.core}/remediation/actions?limit=1`, { headers });
    const [last] = await other.json();
    if (last.status !== status) throw new Error(`The actions are ${last.status}, and were to be ${status}.`);
    return figures;
  } finally {
    await daemon.stop();
  }
}

async function measureBaseline(seconds) {
  const baseline = await startBaseline();
  try {
    const headers = { "content-type": "application/json" };
    const bodies = bodiesOf(["01890000-0000-7000-8000-000000000000"], "production");
    await load(baseline.url, headers, bodies, 1);
    return await load(baseline.url, headers, bodies, seconds);
  } finally {
    await baseline.stop();
  }
}

export async function measureRemediation(seconds = 10) {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-bench-policy-"));
  const policyFile = join(folder, "policy.yaml");
  writeFileSync(policyFile, POLICY);
  try {
    const { rate: bare } = await measureBaseline(seconds);
    for (const { name, environment, given, status } of [
      { name: "requests that wait", environment: "production", given: {}, status: "PENDING_APPROVAL" },
      { name: "requests let through", given: { TOCSIN_POLICY_FILE: policyFile }, status: "QUEUED" },
    ]) {
      const { rate, p99 } = await measureDaemon(environment, given, status, seconds);
      const verdict = rate >= BUDGET ? `at least ${BUDGET}` : `NOT ${BUDGET}`;
      const share = `${(rate / bare).toFixed(2)} of the baseline's ${Math.round(bare)}`;
      console.log(`${name.padEnd(30)} ${Math.round(rate)} requests/s (${verdict}), p99 ${p99} ms, ${share}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { seconds: { type: "string", default: "10" } } });
  await measureRemediation(numberOf("seconds", values.seconds));
}
