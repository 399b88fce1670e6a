// Measures GET /incidents through the daemon's interface, on what seed-incidents.mjs made:
//   node packages/lab/bench/incident-lists.mjs --on DIRECTORY|postgres://… [--every]
// Named combinations one by one; with --every, each combination of each filter's frequent and rare values.
import { parseArgs } from "node:util";
import { databaseAt } from "./incident-database.mjs";
import { names, ORGANIZATION } from "./incident-samples.mjs";
import { startDaemon } from "./processes.mjs";
import { at, figures, measure, queryOf, timed } from "./timing.mjs";
import { viewToken } from "./token.mjs";

const SWEEP_REQUESTS = 3;
const SLOWEST_SHOWN = 10;

const { frequentService, middlingService, rareService, formerService, assignee } = names;
const bySeverity = { sortBy: "severity" };
const HALFWAY = "1.500000";

const named = {
  "no filter": {},
  "no filter, 500 a page": { limit: 500 },
  "no filter, halfway": { cursor: HALFWAY },
  "by severity": bySeverity,
  "by severity, halfway": { ...bySeverity, cursor: HALFWAY },
  "status frequent": { status: "CLOSED" },
  "status rare": { status: "REMEDIATING" },
  "severity CRITICAL": { severity: "CRITICAL" },
  unmerged: { deduplicated: "true" },
  assignee: { assigneeId: assignee },
  "service frequent": { service: frequentService },
  "service rare": { service: rareService },
  "service frequent, status rare": { service: frequentService, status: "REMEDIATING" },
  "service frequent, status of the newest, unmerged": {
    service: frequentService,
    status: "OPEN",
    deduplicated: "true",
  },
  "service frequent, assignee": { service: frequentService, assigneeId: assignee },
  "service of old, status of the newest": { service: formerService, status: "OPEN" },
  "word in every title": { search: "threshold" },
  "word in every title, service rare": { search: "threshold", service: rareService },
  "word in every title, status rare": { search: "threshold", status: "REMEDIATING" },
  "word rare": { search: "certificate" },
  "word rare, service frequent": { search: "certificate", service: frequentService },
  "two frequent words, never together": { search: "primary replica" },
  "two frequent words, never together, by severity": { search: "primary replica", ...bySeverity },
  "eleven frequent words, never together": {
    search: "error rate of above threshold on requests failed deployment primary replica",
  },
  "word no text holds": { search: "nosuchword" },
  "word frequent, service, status and severity": {
    search: "primary",
    service: frequentService,
    status: "CLOSED",
    severity: "CRITICAL",
  },
  "by severity, service frequent": { ...bySeverity, service: frequentService },
  "by severity, service frequent, halfway": { ...bySeverity, service: frequentService, cursor: HALFWAY },
  "by severity, word in every title": { ...bySeverity, search: "threshold" },
  "by severity, status rare": { ...bySeverity, status: "REMEDIATING" },
  "by severity, every filter": {
    ...bySeverity,
    search: "primary threshold",
    service: middlingService,
    status: "CLOSED",
    assigneeId: assignee,
    deduplicated: "true",
  },
};

const values = {
  status: [undefined, "OPEN", "REMEDIATING", "CLOSED"],
  severity: [undefined, "CRITICAL", "LOW"],
  service: [undefined, frequentService, middlingService, rareService, formerService],
  search: [undefined, "threshold", "certificate", "primary replica", "primary threshold", "nosuchword"],
  assigneeId: [undefined, assignee],
  deduplicated: [undefined, "true"],
  sortBy: [undefined, "severity"],
  cursor: [undefined, HALFWAY],
};

function* combinations([[name, choices], ...rest]) {
  for (const choice of choices) {
    const part = choice === undefined ? {} : { [name]: choice };
    if (rest.length === 0) yield part;
    else for (const others of combinations(rest)) yield { ...part, ...others };
  }
}

const total = (response) =>
  `${response.headers.get("x-total-count-relation") === "eq" ? "" : "at least "}${response.headers.get("x-total-count")}`;

const pathOf = (filter) => `/incidents?${queryOf(filter)}`;

async function each(daemon) {
  for (const [name, filter] of Object.entries(named)) {
    const { times, last } = await measure(daemon, [pathOf(filter)]);
    console.log(`${name.padEnd(52)} ${figures(times)}  ${total(last)} match`);
  }
}

async function every(daemon) {
  const all = [];
  for (const filter of combinations(Object.entries(values))) {
    await timed(daemon, pathOf(filter));
    for (let n = 0; n < SWEEP_REQUESTS; n++) all.push({ filter, ms: (await timed(daemon, pathOf(filter))).ms });
  }
  all.sort((a, b) => a.ms - b.ms);
  const times = all.map(({ ms }) => ms);
  const figures = [0.5, 0.99, 1].map((share) => at(times, share).toFixed(1));
  console.log(`${all.length} requests: p50 ${figures[0]} ms, p99 ${figures[1]} ms, at the most ${figures[2]} ms`);
  for (const { filter, ms } of all.slice(-SLOWEST_SHOWN).reverse()) {
    console.log(`  ${ms.toFixed(1)} ms  ${queryOf(filter)}`);
  }
}

const { values: given } = parseArgs({
  options: { on: { type: "string" }, every: { type: "boolean", default: false } },
});
const daemon = await startDaemon("core", databaseAt(given.on).env);
daemon.headers = { authorization: `Bearer ${viewToken(daemon.secret, ORGANIZATION)}` };
try {
  await (given.every ? every : each)(daemon);
} finally {
  await daemon.stop();
}
