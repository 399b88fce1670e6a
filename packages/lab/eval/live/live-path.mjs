// The worker's path in the time of the events: detection, correlation, opening, reopening and resolution of incidents on
// a real SQLite database. Only queue, archive and learned state stay away: they decide nothing here.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtInRules } from "../../../daemon/src/app/config/detection-rules.ts";
import { createDetectionEngine } from "../../../daemon/src/detect/engine/detection-engine.ts";
import { createArrivals, createWakes } from "../../../daemon/src/detect/replay/replay.ts";
import { createDiagnosisQueue } from "../../../daemon/src/diagnose/queue-diagnosis.ts";
import { openIncidents } from "../../../daemon/src/incident/open-incident.ts";
import { decideResolution, resolveQuietIncidents } from "../../../daemon/src/incident/resolve-quiet.ts";
import { createNotificationQueue } from "../../../daemon/src/notify/queue-notifications.ts";
import { auditKeyOf } from "../../../daemon/src/remediate/audit/audit-chain.ts";
import { createCatalogStore } from "../../../daemon/src/store/catalog/catalog-store.ts";
import { createCommitBatchStore } from "../../../daemon/src/store/commit-batch-store.ts";
import { createReadQuiet } from "../../../daemon/src/store/incidents/quiet-incidents.ts";
import { migrate } from "../../../daemon/src/store/migrations/migrate.ts";
import { openDatabase } from "../../../daemon/src/store/open-database.ts";
import { createUnitsOfWork } from "../../../daemon/src/store/unit-of-work.ts";

const MINUTE = 60_000;
const RESOLVED_MAX = 200;
const EXAMINE_MS = 5000;
/** What comes within this time is processed at once, as a worker that has more to do would. */
const BATCH_MS = 4000;
/** Wants to know of all incidents that open, reopen or become more severe. */
const CHANNEL = {
  id: "lab",
  name: "lab",
  events: ["incident_created", "status_changed", "severity_raised"],
  minSeverity: null,
  services: [],
};
const NO_EFFECTS = { states: [], deployments: [], counts: [], deadLetters: [], replayed: [], leases: [] };

/** `catalog` is a list of services with dependencies, tier and environment; empty for an installation without one. */
export async function openLivePath({ catalog = [], rules = builtInRules(), organizationId = "world", from }) {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-world-"));
  const target = { kind: "sqlite", path: join(folder, "tocsin.db"), auditKey: auditKeyOf("0".repeat(64)) };
  await migrate(target);
  const database = await openDatabase(target);
  await fillCatalog(createCatalogStore(database), { organizationId, actor: "lab", permissions: [] }, catalog, from);
  const notices = [];
  const options = { builtIn: "merge", createQueues: queuesWith(notices) };
  const store = createCommitBatchStore(database, options);
  const resolving = { readQuiet: createReadQuiet(database), units: createUnitsOfWork(database, options) };
  const engine = createDetectionEngine(rules);
  const [arrivals, wakes] = [createArrivals(), createWakes()];
  let now = from;
  let nextMinute = from;
  let examinedAt = from;

  const commit = async (candidates) => {
    wakes.note(engine.takeWakes());
    if (candidates.length === 0) return;
    await store.commit({ candidates, progress: null, ...NO_EFFECTS }, openIncidents, now);
  };
  /** Lets time pass: what is due is examined, and incidents that stayed quiet resolve. */
  const passTime = async (to) => {
    for (;;) {
      const wakeAt = wakes.soonest(to);
      const at = Math.max(wakeAt ?? Infinity, examinedAt + EXAMINE_MS);
      const until = Math.min(nextMinute, at);
      if (until > to) break;
      now = Math.max(now, until);
      if (until === nextMinute) {
        nextMinute += MINUTE;
        await resolveQuietIncidents(resolving, now, RESOLVED_MAX, (incident) =>
          decideResolution(incident, now, { since: 0, until: now }),
        );
      } else {
        examinedAt = now;
        await commit(engine.examine(wakes.due(now), now));
      }
    }
    now = Math.max(now, to);
  };
  let waiting = [];
  const observe = async () => {
    const batch = waiting;
    waiting = [];
    await passTime(batch.at(-1).receivedAt);
    for (const key of engine.missing(batch)) engine.load(key, null);
    await commit(engine.observe(batch, now));
  };
  return {
    /** Takes the events of a minute in the order of their time. */
    async take(events) {
      for (const event of events) arrivals.add(event);
      for (const batch of arrivals.before(events[0]?.timestamp ?? 0)) {
        waiting.push(...batch);
        if (batch.at(-1).receivedAt - waiting[0].receivedAt >= BATCH_MS) await observe();
      }
    },
    passTime,
    incidents: () => readIncidents(database),
    /** The notifications that a channel is sent, with the severity at that time. */
    notices: () => notices,
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const queuesWith =
  (notices) =>
  ({ incidents, diagnosisJobs, stream }) => ({
    notifications: createNotificationQueue(outboxOf(notices), incidents),
    diagnoses: createDiagnosisQueue(diagnosisJobs, stream, false),
  });

/** A resolution tells nobody of trouble. */
const outboxOf = (notices) => ({
  enabledChannels: async () => [CHANNEL],
  add: async ({ incidentId, event, snapshot, createdAt }) => {
    const { severity, status } = JSON.parse(snapshot).incident;
    if (event !== "status_changed" || status === "OPEN") notices.push({ incidentId, event, severity, at: createdAt });
  },
});

/** All incidents with the times at which they were reopened, in the order of opening. */
async function readIncidents(database) {
  const rows = await database.reader.query("select * from incident order by created_at, ref");
  const moves = await database.reader.query(
    "select incident_id, created_at, metadata from timeline_event where type = 'status_changed' order by seq",
  );
  const reopenings = Map.groupBy(
    moves.filter(({ metadata }) => JSON.parse(metadata).to === "OPEN"),
    ({ incident_id }) => incident_id,
  );
  return rows.map((row) => toIncident(row, reopenings.get(row.id) ?? []));
}

const toIncident = (row, reopenings) => ({
  id: row.id,
  title: row.title,
  severity: row.severity,
  status: row.status,
  service: row.primary_service,
  services: JSON.parse(row.affected_services),
  environment: row.environment,
  ruleId: row.rule_id,
  parentId: row.parent_incident_id,
  groupId: row.group_id,
  createdAt: Number(row.created_at),
  resolvedAt: row.resolved_at === null ? null : Number(row.resolved_at),
  reopenedAt: reopenings.map(({ created_at }) => Number(created_at)),
});

async function fillCatalog(store, scope, catalog, now) {
  for (const { name, tier, environment } of catalog)
    await store.put(scope, {
      serviceName: name,
      ownerTeam: "lab",
      tier,
      escalationPolicy: null,
      environment,
      slo: null,
      updatedAt: now,
    });
  for (const { name, dependencies } of catalog)
    if (dependencies.length > 0) await store.setDependencies(scope, name, dependencies, now);
}
