import { expect } from "chai";
import { createActionStore, createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Logger } from "../../src/kernel/logger.ts";
import type { ActionStatus, RemediationAction } from "../../src/model/remediation.ts";
import type { Scope } from "../../src/model/scope.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import type { ExecutionJob, ExecutionStore, Take } from "../../src/remediate/actions/execution-store.ts";
import { planAction } from "../../src/remediate/actions/remediation-plan.ts";
import { verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import type { ExecuteDeps } from "../../src/remediate/execute/execution-steps.ts";
import { createExecutionStore } from "../../src/remediate/execute/record-executions.ts";
import { createExecutionRunner } from "../../src/remediate/execute/run-executions.ts";
import { builtInPolicy } from "../../src/remediate/policy/built-in-policy.ts";
import type { Policy } from "../../src/remediate/policy/policy.ts";
import { ExecutionRefused, type Executor } from "../../src/remediate/targets/executor.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import { createExecutionJobs } from "../../src/store/remediation/execution-jobs.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { change, factsOf, newAction } from "./action-samples.ts";
import { openWorld, type World } from "./execution-world.ts";
import { ACME, incident, NOW, opened } from "./samples.ts";

const QUIET: Logger = { debug() {}, info() {}, warn() {}, error() {} };
export const goOn: AbortSignal = new AbortController().signal;

/** Lets whatever comes begin. */
export const begin: Take = (action) => ({
  begin: { ...change("execute"), fields: { details: { of: action.actionType } } },
});

/** What an executor does that may not do it. */
export const refuse = (): never => {
  throw new ExecutionRefused("The account may not patch deployments.");
};

/** A database with workers that act on a small world. Tests move the time and the policy. */
export interface Bench {
  now: number;
  policy: Policy;
  readonly world: World;
  readonly database: Database;
  readonly executions: ExecutionStore;
  readonly incidents: IncidentStore;
  /** How what ended here ended. */
  readonly ended: ActionStatus[];
  depsOf(more?: Partial<ExecuteDeps>): ExecuteDeps;
  /** A worker takes what waits and sees it through. */
  drain(more?: Partial<ExecuteDeps>, stop?: AbortSignal): Promise<void>;
  /** One that was let through: approved by a person where it says so. */
  queued(given?: Partial<RemediationAction>, scope?: Scope): Promise<RemediationAction>;
  /** One that was executed and failed, by an executor that does these things otherwise. */
  failed(more: Partial<Executor>): Promise<RemediationAction>;
  claimed(): Promise<ExecutionJob>;
  stands(action: RemediationAction): Promise<RemediationAction>;
  /** What the audit log tells of it, in order. */
  events(action: RemediationAction): Promise<string[]>;
  timeline(action: RemediationAction): Promise<string[]>;
  expectWhole(): Promise<void>;
}

export function openBench(database: Database): Bench {
  const actions = createActionStore(database);
  const executions = createExecutionStore(createExecutionJobs(database, createUnits(database)));
  const incidents = createIncidentStore(database, { now: () => bench.now });
  const builtIn = builtInPolicy(NOW);
  const bench: Bench = {
    now: NOW,
    // Without a few bounds that tests would run into.
    policy: { ...builtIn, guardrails: { ...builtIn.guardrails, actionsPerHour: undefined, cooldownMs: undefined } },
    world: openWorld(),
    database,
    executions,
    incidents,
    ended: [],
    depsOf: (more = {}) => ({
      executions,
      executorOf: () => bench.world.executor,
      catalog: { countUpstream: async () => 0 } as unknown as ExecuteDeps["catalog"],
      mode: "live",
      policy: { current: () => bench.policy },
      clock: { now: () => bench.now },
      logger: QUIET,
      ended: ({ status }) => bench.ended.push(status),
      timeMsMax: 10 * MINUTE_MS,
      concurrency: 32,
      ...more,
    }),
    async drain(more = {}, stop = goOn) {
      await createExecutionRunner(bench.depsOf(more), stop).drain();
    },
    async queued(given = {}, scope = ACME) {
      const actionType = "restart-service";
      const wanted = { actionType, serviceName: "checkout", environment: "staging", parameters: {}, ...given };
      const { organizationId } = scope;
      const services = { primaryService: wanted.serviceName, affectedServices: [wanted.serviceName ?? "checkout"] };
      const about = incident({ organizationId, environment: "staging", ...services });
      const incidentId = given.incidentId ?? opened(await incidents.create(scope, about, [])).id;
      const { plan, planHash } = await planAction(bench.depsOf(), scope, { ...wanted, incidentId });
      const row = { organizationId, incidentId, plan, planHash, mode: plan.mode, queuedAt: bench.now };
      const made = newAction({ status: "QUEUED", ...wanted, ...row, ...given });
      const { actionType: type, serviceName } = made.action;
      const of = factsOf({ incidentId, actionType: type, serviceName, plan });
      return actions.request(scope, of, () => made, bench.now);
    },
    async failed(more) {
      const action = await bench.queued();
      await bench.drain({ executorOf: () => ({ ...bench.world.executor, ...more }) });
      const failed = await bench.stands(action);
      expect(failed.status).to.equal("FAILED");
      await bench.expectWhole();
      return failed;
    },
    async claimed() {
      const taken = await executions.claim(begin, bench.now);
      if (!taken || !("job" in taken)) throw new Error("No job waits.");
      return taken.job;
    },
    stands: ({ id, organizationId }) => actions.get({ ...ACME, organizationId }, id),
    events: async ({ id }) => (await actions.audit(ACME, id, 100)).map(({ event }) => event),
    timeline: async ({ incidentId }) => (await incidents.timeline(ACME, incidentId)).map(({ type }) => type),
    async expectWhole() {
      expect(await verifyAudit(createAuditPages(database, digestOf), ACME)).to.include({ broken: undefined });
    },
  };
  return bench;
}
