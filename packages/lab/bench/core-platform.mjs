// Times of what people ask the core platform, with a million incidents and ten million events behind it:
//   npm run bench -- --on DIRECTORY|postgres://…
// The database is made by seed-incidents.mjs and seed-events.mjs, by hand.
import { databaseAt } from "./incident-database.mjs";
import { names, ORGANIZATION } from "./incident-samples.mjs";
import { startDaemon } from "./processes.mjs";
import { at, figures, measure, queryOf, timed } from "./timing.mjs";
import { viewToken } from "./token.mjs";

const LIST_MS = 25;
const SIGNAL_MS = 100;

const { frequentService, rareService, assignee } = names;
const filters = {
  "no filter": {},
  status: { status: "CLOSED" },
  severity: { severity: "CRITICAL" },
  service: { service: frequentService },
  "service, rare": { service: rareService },
  assignee: { assigneeId: assignee },
  deduplicated: { deduplicated: "true" },
  "search, one frequent word": { search: "threshold" },
  "search, a rare word": { search: "certificate" },
  "search, words that never meet": { search: "primary replica" },
  "by severity": { sortBy: "severity" },
  "all filters, by severity": {
    search: "primary threshold",
    status: "CLOSED",
    severity: "HIGH",
    service: frequentService,
    assigneeId: assignee,
    deduplicated: "true",
    sortBy: "severity",
  },
};

const overviews = {
  "stats, all time": "/incidents/stats",
  "stats, 1 day": "/incidents/stats?days=1",
  "stats, 30 days": "/incidents/stats?days=30",
  "stats, 365 days": "/incidents/stats?days=365",
  "timeline, 24 hours": "/incidents/timeline",
  "timeline, 744 hours": "/incidents/timeline?hours=744",
};

/** Of one incident: each measured over many of all ages. */
const ofIncident = {
  "one incident": ["", LIST_MS],
  "its events": ["/events", LIST_MS],
  related: ["/related", LIST_MS],
  similar: ["/similar", SIGNAL_MS],
  "similar, 20": ["/similar?limit=20", SIGNAL_MS],
  "recommended runbooks": ["/runbooks/recommended", SIGNAL_MS],
  "escalation plan": ["/escalation-plan", SIGNAL_MS],
  "priority signal": ["/priority-signal", SIGNAL_MS],
  "preventive signal": ["/preventive-signal", SIGNAL_MS],
  "change risk": ["/change-risk", SIGNAL_MS],
  "deployment risk": ["/deployment-risk", SIGNAL_MS],
  postmortem: ["/postmortem", SIGNAL_MS],
};

const searches = {
  newest: {},
  "of a service": { service: frequentService },
  "errors of a service": { service: frequentService, level: "error" },
  "fatal logs": { level: "fatal" },
  deployments: { kind: "deployment" },
  "a frequent word": { q: "orders" },
  "a rare word": { q: "segment", service: "service-199" },
  "words that never meet": { q: "cart database" },
};

/** For these nothing is asked but that they are streamed. */
const exports = {
  "export, 500": "/incidents/export/csv",
  "export, 10,000": "/incidents/export/csv?limit=10000",
};

const PLACES = 40;
const AT_EACH = 5;

/** Ids of incidents from the newest to the oldest, evenly. */
async function someIncidents(daemon, incidents) {
  const ids = [];
  for (let place = 1; place <= PLACES; place++) {
    const cursor = `r${Math.ceil((incidents * place) / PLACES) + 1}`;
    const response = await fetch(`${daemon.core}/incidents?${queryOf({ cursor, limit: AT_EACH })}`, {
      headers: daemon.headers,
    });
    for (const { id } of await response.json()) ids.push(id);
  }
  return ids;
}

async function line(daemon, name, paths, budget) {
  const { times } = await measure(daemon, paths);
  const verdict = at(times, 0.99) < budget ? `below ${budget}` : `NOT below ${budget}`;
  console.log(`${name.padEnd(40)} ${figures(times)}  ${budget === undefined ? "" : verdict}`.trimEnd());
}

export async function measureCore(place) {
  const daemon = await startDaemon("core", databaseAt(place).env);
  daemon.headers = { authorization: `Bearer ${viewToken(daemon.secret, ORGANIZATION)}` };
  try {
    const { response } = await timed(daemon, "/incidents?limit=1");
    const incidents = Number(response.headers.get("x-total-count"));
    console.log(`${incidents} incidents, ${databaseAt(place).target.kind}`);
    for (const [name, filter] of Object.entries(filters)) {
      await line(daemon, `list: ${name}`, [`/incidents?${queryOf(filter)}`], LIST_MS);
    }
    for (const [name, path] of Object.entries(overviews)) await line(daemon, name, [path], LIST_MS);
    for (const [name, filter] of Object.entries(searches)) {
      await line(daemon, `events: ${name}`, [`/events/search?${queryOf(filter)}`], LIST_MS);
    }
    for (const [name, path] of Object.entries(exports)) await line(daemon, name, [path]);
    const ids = await someIncidents(daemon, incidents);
    for (const [name, [path, budget]] of Object.entries(ofIncident)) {
      const paths = ids.map((id) => `/incidents/${id}${path}`);
      await line(daemon, name, paths, budget);
    }
  } finally {
    await daemon.stop();
  }
}
