import type { Archive } from "../../archive/archive.ts";
import type { CompareSensitivities } from "../../detect/replay/compare-sensitivities.ts";
import type { PreviewDeps, PreviewRules } from "../../detect/replay/preview.ts";
import { createReplaySlots, type ReplaySlots } from "../../detect/replay/replay-slots.ts";
import type { ReplaySource } from "../../detect/replay/replay-telemetry.ts";
import type { Rule } from "../../detect/rules/rule.ts";
import { createAuthenticate } from "../../http/auth.ts";
import { createGuardedServer } from "../../http/connections/guarded-server.ts";
import { createCoreApp } from "../../http/core/core-app.ts";
import { createIdempotency, type Idempotency } from "../../http/core/idempotency.ts";
import { coreRoutes } from "../../http/core/routes.ts";
import { type BodyReader, createBodyReader } from "../../http/ingest/body-reader.ts";
import { createRevokedTokens, type RevokedTokens } from "../../http/revoked-tokens.ts";
import { involvementOf } from "../../incident/ending-verdict.ts";
import type { IncidentStore } from "../../incident/store.ts";
import { unassignRemovedMembers } from "../../incident/unassign-removed-members.ts";
import { systemClock } from "../../kernel/clock.ts";
import { createSealing } from "../../kernel/sealing.ts";
import { CORE_BODIES_IN_FLIGHT_BYTES_MAX, CORE_BODY_BYTES_MAX } from "../../model/request-limits.ts";
import { STREAM_HEARTBEAT_MS } from "../../model/stream-limits.ts";
import { undoSimulatedMoves } from "../../remediate/requests/undo-simulated-moves.ts";
import { createRuleOpenings } from "../../store/detection/rule-openings.ts";
import { createAnswerStore } from "../../store/idempotency/idempotent-answers.ts";
import { createDetectedIncidents } from "../../store/incidents/detected-incidents.ts";
import { createStreamStore } from "../../store/incidents/stream-store.ts";
import { openDatabase } from "../../store/open-database.ts";
import { createSimulatedMoveStore } from "../../store/remediation/action-store.ts";
import { isTransient } from "../../store/sql/classify-error.ts";
import { damagedFiles, damageWarning } from "../../store/sql/damaged-file.ts";
import type { Database } from "../../store/sql/database.ts";
import { createDepartureStore } from "../../store/team/departure-store.ts";
import { createTokenRevocationStore } from "../../store/tokens/token-revocations.ts";
import { createStreamHub, type StreamHub } from "../../stream/hub.ts";
import { openIntakeLookup } from "../backends/intake-queue.ts";
import { databaseTarget, openArchive } from "../backends/open-storage.ts";
import { ingestLimitsOf } from "../config/admission-limits.ts";
import type { Config } from "../config/config.ts";
import { builtInRules, detectionRules, shadowRulesOf } from "../config/detection-rules.ts";
import { coreDocumentPath } from "../config/document-paths.ts";
import { listen, serverGuardOf, stopListening } from "../runtime/listen.ts";
import { loadOnFirstCall } from "../runtime/load-once.ts";
import { createMetrics, type Metrics } from "../runtime/metrics.ts";
import { STREAM_POLL_MS, startSchedule, type Task, TICK_MS, TIDY_MS } from "../runtime/schedule.ts";
import { closeUnusedTask } from "../wiring/archive-tasks.ts";
import { keyOldLogs } from "../wiring/audit-log-wiring.ts";
import { coreStores } from "../wiring/core-stores.ts";
import { createIncidentStore } from "../wiring/incident-wiring.ts";
import { manageDeps } from "../wiring/notify-wiring.ts";
import { createProbe } from "../wiring/probe-wiring.ts";
import { remediationDeps } from "../wiring/remediation-wiring.ts";
import { reportingRoutesDeps } from "../wiring/reporting-wiring.ts";
import { schemaChecks } from "../wiring/schema-checks.ts";
import type { CoreOptions, RoleContext, RunningRole } from "./role-context.ts";

/** Serves the core interface and the incident stream. */
export async function startCore(context: RoleContext, options: CoreOptions): Promise<RunningRole> {
  const { config, logger, processMetrics, processNotReady, processWarnings, storage } = context;
  const metrics = createMetrics({ ofProcess: true });
  const database = await storage.retry(() => openDatabase(databaseTarget(config, context.writeLock, "core")));
  await storage.retry(() => keyOldLogs(config, database, logger));
  const archive = await storage.retry(() => openArchive(config, { readonly: true }));
  const intake = await openIntakeLookup(config);
  const rules = detectionRules(config, logger);
  const openings = { autoDiagnose: config.autoDiagnose, shadowRules: shadowRulesOf(rules) };
  const incidents = createIncidentStore(database, systemClock, openings);
  const hub = createStreamHub(createStreamStore(database), {
    perToken: config.streamReadersPerToken,
    perOrganization: config.streamReadersPerOrganization,
  });
  const revoked = await storage.retry(() => revokedTokens(database));
  const probe = createProbe({ config, database, incidents, logger });
  showGauges(metrics, hub, incidents);

  let stopping = false;
  const notReady = async (): Promise<readonly string[]> =>
    stopping ? ["stopping"] : [database.unwritable() ?? []].flat();
  const notifications = manageDeps({ config, database, logger });
  const once = await onceOf(context, database);
  const app = createCoreApp({
    documentPath: coreDocumentPath,
    routes: coreRoutes({
      ...routesDeps(context, database, incidents),
      ...probe.routes,
      ...{ notifications, archive, hub, isRevoked: revoked.isRevoked },
      ...{ services: intake, refusals: intake },
      detection: detectionDeps(config, rules, database, archive),
    }),
    authenticate: createAuthenticate(config, revoked.isRevoked),
    bodies: bodyReader(),
    corsOrigins: config.corsOrigins,
    health: {
      notReady: async () => [...(await notReady()), ...(await processNotReady())],
      warnings: processWarnings,
      metrics: processMetrics,
      roles: config.roles,
    },
    idempotency: once,
    logger,
    isTransient,
    validateResponses: options.validateResponses,
    onAnswered: (route, status, seconds) => metrics.request.observe({ route, status: String(status) }, seconds),
  });
  const server = createGuardedServer(serverGuardOf("core", config, logger), app);
  const tasks = [...streamTasks(hub), ...revocationTasks(revoked, hub), ...incidentTasks(database, incidents)];
  const stopTasks = startSchedule([...tasks, ...keyTasks(once), ...probe.tasks, closeUnusedTask(archive)], logger);
  await context.takeAddress();
  const address = await listen(server, "core", config);
  return {
    address,
    notReady,
    warnings: async () => damagedFiles().map(damageWarning),
    metrics: () => metrics.registry.getMetricsAsJSON(),
    async stop() {
      stopping = true;
      hub.close();
      probe.stop();
      await stopListening(server);
      await stopTasks();
      await notifications.close();
      await archive.close();
      await intake.close();
      await database.close();
    },
  };
}

const bodyReader = (): BodyReader =>
  createBodyReader({
    wireBytes: CORE_BODY_BYTES_MAX,
    inflatedBytes: CORE_BODY_BYTES_MAX,
    inFlightBytes: CORE_BODIES_IN_FLIGHT_BYTES_MAX,
  });

function showGauges(metrics: Metrics, hub: StreamHub, incidents: IncidentStore): void {
  metrics.gauge("tocsin_stream_clients", "Open streams.", () => hub.size());
  metrics.gaugeBySeverity(
    "tocsin_incidents_open",
    "Incidents neither resolved nor closed, merged ones with their parents.",
    () => incidents.countOpen(),
  );
}

/** The ports of routes that need no close. */
const routesDeps = ({ config, policy }: RoleContext, database: Database, incidents: IncidentStore) => ({
  incidents,
  ...coreStores(database),
  remediation: remediationDeps({ config, database, policy }, incidents),
  reporting: reportingRoutesDeps(config, database),
  checks: schemaChecks(),
  limits: ingestLimitsOf(config),
  clock: systemClock,
});

const detectionDeps = (
  { reportTimeZone: timeZone }: Config,
  rules: readonly Rule[],
  database: Database,
  archive: Pick<Archive, "walk" | "get">,
) => {
  const slots = createReplaySlots();
  return {
    rules,
    builtIn: builtInRules(),
    preview: lazyPreview({ archive, incidents: createDetectedIncidents(database) }, slots),
    compare: lazyComparison({ archive }, slots),
    openings: createRuleOpenings(database, archive, (entries) => involvementOf(entries).acknowledged),
    timeZone,
  };
};

const lazyPreview = (deps: PreviewDeps, slots: ReplaySlots): PreviewRules =>
  loadOnFirstCall(async () => (await import("../../detect/replay/preview.ts")).createPreview(deps, slots));

const lazyComparison = (source: ReplaySource, slots: ReplaySlots): CompareSensitivities =>
  loadOnFirstCall(async () =>
    (await import("../../detect/replay/compare-sensitivities.ts")).createComparison(source, slots),
  );

/** For requests with an Idempotency-Key. Claims in the embedded database belong to a core that has ended. */
async function onceOf({ config, logger }: RoleContext, database: Database): Promise<Idempotency> {
  const answers = createAnswerStore(database);
  if (database.kind === "sqlite") await answers.abandon();
  const sealing = createSealing(config.secretKey, "answers to requests with an Idempotency-Key");
  return createIdempotency({ answers, sealing, clock: systemClock, logger, isTransient });
}

const keyTasks = (once: Idempotency): Task[] => [
  { name: "write down what came of requests with a key", everyMs: TICK_MS, run: () => once.flush() },
];

const streamTasks = (hub: StreamHub): Task[] => [
  { name: "poll the stream", everyMs: STREAM_POLL_MS, run: () => hub.poll(systemClock.now()) },
  { name: "send heartbeats", everyMs: STREAM_HEARTBEAT_MS, run: async () => hub.heartbeat(systemClock.now()) },
];

/** Loaded before the first request. */
async function revokedTokens(database: Database): Promise<RevokedTokens> {
  const revoked = createRevokedTokens(createTokenRevocationStore(database));
  await revoked.refresh();
  return revoked;
}

const revocationTasks = (revoked: RevokedTokens, hub: StreamHub): Task[] => [
  {
    name: "read revoked tokens",
    everyMs: TICK_MS,
    async run() {
      await revoked.refresh();
      // In each run: a stream may have started after its token was checked against an older list.
      hub.endRevoked();
    },
  },
];

const incidentTasks = (database: Database, incidents: IncidentStore): Task[] => [
  {
    name: "take incidents back from removed members",
    everyMs: TICK_MS,
    run: () => unassignRemovedMembers({ incidents, departures: createDepartureStore(database) }, systemClock.now()),
  },
  {
    name: "take incidents of simulated actions out of REMEDIATING",
    everyMs: TIDY_MS,
    run: () => undoSimulatedMoves({ incidents, moves: createSimulatedMoveStore(database) }, systemClock.now()),
  },
];
