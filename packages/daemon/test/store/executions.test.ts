import { expect } from "chai";
import type { IncidentStore } from "../../src/incident/store.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Logger } from "../../src/kernel/logger.ts";
import type { ActionStatus, RemediationAction } from "../../src/model/remediation.ts";
import type { Scope } from "../../src/model/scope.ts";
import type { ActionStore } from "../../src/remediate/action-store.ts";
import type { ExecuteDeps } from "../../src/remediate/execute/steps.ts";
import { createExecutions } from "../../src/remediate/execute/work.ts";
import { type ExecutionJob, type ExecutionStore, LEASE_MS, type Take } from "../../src/remediate/execution-store.ts";
import { ExecutionRefused, OutcomeUnknown } from "../../src/remediate/executor.ts";
import { planAction } from "../../src/remediate/plan.ts";
import { builtInPolicy } from "../../src/remediate/policy/built-in.ts";
import type { Policy } from "../../src/remediate/policy/policy.ts";
import { verifyAudit } from "../../src/remediate/verify-audit.ts";
import type { Database } from "../../src/store/database.ts";
import { createIncidentStore } from "../../src/store/incident/store.ts";
import { createActionStore } from "../../src/store/remediation/actions.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import { createExecutionStore } from "../../src/store/remediation/executions.ts";
import { change, factsOf, newAction } from "./action-samples.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type Death, dying, openWorld, type World } from "./execution-world.ts";
import { queriesOf } from "./queries.ts";
import { ACME, incident, NOW, OTHER, opened } from "./samples.ts";

const QUIET: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const goOn = new AbortController().signal;

onEachEngine("Executions", (fresh) => {
  let store: Fresh;
  let database: Database;
  let actions: ActionStore;
  let executions: ExecutionStore;
  let incidents: IncidentStore;
  let world: World;
  let policy: Policy;
  let now: number;
  let ended: ActionStatus[];
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    actions = createActionStore(database);
    executions = createExecutionStore(database);
    incidents = createIncidentStore(database, { now: () => now });
    world = openWorld();
    now = NOW;
    ended = [];
    const builtIn = builtInPolicy(NOW);
    // A few bounds that tests would run into.
    policy = { ...builtIn, guardrails: { ...builtIn.guardrails, actionsPerHour: undefined, cooldownMs: undefined } };
  });
  afterEach(() => store.drop());

  const depsOf = (more: Partial<ExecuteDeps> = {}): ExecuteDeps => ({
    executions,
    executorOf: () => world.executor,
    catalog: { countUpstream: async () => 0 } as unknown as ExecuteDeps["catalog"],
    mode: "live",
    policy: { current: () => policy },
    clock: { now: () => now },
    logger: QUIET,
    ended: (status) => ended.push(status),
    timeMsMax: 10 * MINUTE_MS,
    atOnce: 32,
    ...more,
  });
  /** A worker takes what waits and sees it through. */
  const workOff = async (more: Partial<ExecuteDeps> = {}, stop = goOn): Promise<void> => {
    const worker = createExecutions(depsOf(more), stop);
    await worker.takeOn();
    await worker.settled();
  };
  const openIncident = async (scope: Scope = ACME): Promise<string> =>
    opened(await incidents.create(scope, incident({ organizationId: scope.organizationId }), [])).id;

  /** One that was let through: approved by a person where it says so. */
  const queued = async (given: Partial<RemediationAction> = {}, scope: Scope = ACME): Promise<RemediationAction> => {
    const wanted = {
      actionType: "restart-service",
      serviceName: "checkout",
      environment: "staging",
      parameters: {},
      ...given,
    };
    const { plan, planHash } = await planAction(depsOf(), scope, wanted);
    const { organizationId } = scope;
    const incidentId = given.incidentId ?? (await openIncident(scope));
    const row = { ...wanted, organizationId, incidentId, plan, planHash, mode: plan.mode, queuedAt: now } as const;
    const made = newAction({ status: "QUEUED", ...row, ...given });
    return actions.request(scope, factsOf(made.action as never), () => made, now);
  };
  const stands = ({ id, organizationId }: RemediationAction): Promise<RemediationAction> =>
    actions.get({ ...ACME, organizationId }, id);
  const events = async ({ id }: RemediationAction): Promise<string[]> =>
    (await actions.audit(ACME, id, 100)).map(({ event }) => event);
  const timeline = async ({ incidentId }: RemediationAction): Promise<string[]> =>
    (await incidents.timeline(ACME, incidentId)).map(({ type }) => type);
  const begin: Take = (action) => ({ begin: { ...change("execute"), fields: { details: { of: action.actionType } } } });
  const claimed = async (): Promise<ExecutionJob> => {
    const taken = await executions.claim(begin, now);
    if (!taken || !("job" in taken)) throw new Error("No job waits.");
    return taken.job;
  };
  const expectWhole = async (): Promise<void> => {
    expect(await verifyAudit(createAuditPages(database), ACME)).to.include({ broken: undefined });
  };

  it("say that they begin, send and have sent, each before the next is done, and complete", async () => {
    const action = await queued();
    const seen: Record<string, string[]> = {};
    const { executor } = world;
    const noting = {
      ...executor,
      async check() {
        seen["check"] = await events(action);
        expect(await stands(action)).to.include({ status: "EXECUTING" });
      },
      async send(...given: Parameters<typeof executor.send>) {
        seen["send"] = await events(action);
        return executor.send(...given);
      },
      async settle(...given: Parameters<typeof executor.settle>) {
        seen["settle"] = await events(action);
        return executor.settle(...given);
      },
    };
    await workOff({ executorOf: () => noting });
    expect(seen).to.deep.equal({
      check: ["requested", "executing"],
      send: ["requested", "executing", "sending"],
      settle: ["requested", "executing", "sending", "sent"],
    });
    const done = await stands(action);
    expect(done).to.deep.include({ status: "COMPLETED", error: null, finishedAt: now });
    expect(done.details["outcome"]).to.deep.equal({ summary: "2 of 2 pods are new." });
    expect(done.verification).to.deep.equal({ status: "pending", checkedAt: null, reason: null });
    expect(await timeline(action)).to.deep.equal(
      [
        "incident_created",
        "remediation_requested",
        "remediation_executing",
        "status_changed",
        "note",
        "remediation_completed",
      ].filter((type) => type !== "incident_created"),
    );
    expect((await incidents.get(ACME, action.incidentId)).status).to.equal("REMEDIATING");
    expect(ended).to.deep.equal(["COMPLETED"]);
    expect(await executions.countOpen()).to.equal(0);
    await expectWhole();
  });

  for (const status of ["RESOLVED", "CLOSED", "REMEDIATING"] as const) {
    it(`leave an incident that is ${status} as it is`, async () => {
      const action = await queued({ details: { approval: {}, override: { guardrails: ["open-incident-only"] } } });
      await incidents.change(ACME, action.incidentId, () => ({ fields: { status }, timeline: [], announce: true }));
      await workOff();
      expect(await stands(action)).to.include({ status: "COMPLETED" });
      expect((await incidents.get(ACME, action.incidentId)).status).to.equal(status);
    });
  }

  describe("that policy keeps back when their turn comes", () => {
    it("fail before anything is touched, and name the guardrail", async () => {
      const action = await queued();
      await incidents.change(ACME, action.incidentId, () => ({
        fields: { status: "CLOSED" },
        timeline: [],
        announce: true,
      }));
      await workOff();
      const failed = await stands(action);
      expect(failed.status).to.equal("FAILED");
      expect(failed.error).to.match(/^Nothing was touched: open-incident-only: the incident is already CLOSED/);
      expect(await events(action)).to.deep.equal(["requested", "executing", "failed"]);
      expect([world.applied, ended]).to.deep.equal([[], ["FAILED"]]);
      await expectWhole();
    });

    it("fail where they were to run by themselves and a person is asked for since; approved ones go on", async () => {
      const [alone, approved] = [await queued(), await queued({ serviceName: "cart", details: { approval: {} } })];
      policy = { ...policy, rules: policy.rules.map((rule) => ({ ...rule, verdict: "manual" })) };
      await workOff();
      expect((await stands(alone)).error).to.contain("policy asks for a person's approval now");
      expect(await stands(approved)).to.include({ status: "COMPLETED" });
    });

    it("fail where policy denies them since, whatever was overridden", async () => {
      const action = await queued({ details: { approval: {}, override: { guardrails: ["deny", "cooldown"] } } });
      policy = { ...policy, rules: policy.rules.map((rule) => ({ ...rule, verdict: "deny" })) };
      await workOff();
      expect((await stands(action)).error).to.match(/^Nothing was touched: .* denies restart-service/);
    });

    it("aren't held up by what was let through after them", async () => {
      policy = { ...policy, guardrails: { ...policy.guardrails, cooldownMs: MINUTE_MS, actionsPerHour: 1 } };
      const first = await queued();
      now += 1000;
      const second = await queued({ details: { approval: {} } });
      await workOff();
      expect(await stands(first)).to.include({ status: "COMPLETED" });
      expect((await stands(second)).error)
        .to.contain("cooldown")
        .and.to.contain("actions-per-hour");
    });
  });

  it("wait while as many run on the service as may, and go on when one has ended", async () => {
    const details = { approval: {} };
    const [first, second, elsewhere] = [
      await queued({ details }),
      await queued({ details }),
      await queued({ details, serviceName: "cart" }),
    ];
    const { promise: may, resolve: goAhead } = Promise.withResolvers<void>();
    const { executor } = world;
    const slow = {
      ...executor,
      check: (action: RemediationAction) => (action.id === first.id ? may : Promise.resolve()),
    };
    const worker = createExecutions(depsOf({ executorOf: () => slow }), goOn);
    await worker.takeOn();
    expect((await stands(first)).status).to.equal("EXECUTING");
    expect((await stands(second)).status).to.equal("QUEUED");
    now += 1000;
    await worker.takeOn();
    expect((await stands(second)).status).to.equal("QUEUED");
    goAhead();
    await worker.settled();
    expect((await stands(elsewhere)).status).to.equal("COMPLETED");
    now += 1000;
    await worker.takeOn();
    await worker.settled();
    expect((await stands(second)).status).to.equal("COMPLETED");
    expect(world.applied.toSorted()).to.deep.equal([first.id, second.id, elsewhere.id].toSorted());
  });

  it("are taken in turns between organizations", async () => {
    const mine = [await queued(), await queued({ serviceName: "b" }), await queued({ serviceName: "c" })];
    const theirs = await queued({}, OTHER);
    const order: string[] = [];
    for (let index = 0; index < 4; index++) order.push((await claimed()).action.id);
    expect(order).to.deep.equal([mine[0]?.id, theirs.id, mine[1]?.id, mine[2]?.id]);
    expect(await executions.claim(begin, now)).to.equal(undefined);
  });

  it("of a plan that no longer fits fail, name what differs and touch nothing", async () => {
    const action = await queued();
    const { executor } = world;
    const aim: typeof executor.aim = async (...given) => ({
      ...(await executor.aim(...given)),
      target: { kind: "Deployment", name: "checkout", uid: "another" },
    });
    await workOff({ executorOf: () => ({ ...executor, aim }) });
    expect((await stands(action)).error).to.contain('target.uid was absent and is "another"');
    const simulated = await queued();
    await workOff({ mode: "simulate" });
    expect((await stands(simulated)).error).to.contain('mode was "live" and is "simulate"');
    expect(world.applied).to.deep.equal([]);
  });

  describe("that come to an end which isn't the wished one", () => {
    const failing = async (more: Partial<World["executor"]>): Promise<RemediationAction> => {
      const action = await queued();
      await workOff({ executorOf: () => ({ ...world.executor, ...more }) });
      const failed = await stands(action);
      expect(failed.status).to.equal("FAILED");
      await expectWhole();
      return failed;
    };
    const refuse = (): never => {
      throw new ExecutionRefused("The account may not patch deployments.");
    };

    it("say who refused, and that nothing was changed", async () => {
      expect((await failing({ check: refuse })).error).to.equal(
        "Nothing was touched: The account may not patch deployments.",
      );
      expect((await failing({ send: refuse })).error).to.equal(
        "It was refused, and nothing was changed: The account may not patch deployments.",
      );
      expect(world.applied).to.deep.equal([]);
    });

    it("tell the cluster's reason of a rollout that failed", async () => {
      const settle = async () => ({ ok: false, reason: "ImagePullBackOff\u0000", details: { pods: 1 } }) as const;
      const failed = await failing({ settle });
      expect(failed.error).to.equal("ImagePullBackOff");
      expect(failed.details["outcome"]).to.deep.equal({ pods: 1 });
    });

    it("are seen through where the answer was lost and it came through all the same", async () => {
      const action = await queued();
      const { send } = world.executor;
      const lossy: typeof send = async (...given) => {
        await send(...given);
        throw new OutcomeUnknown("No answer came.");
      };
      await workOff({ executorOf: () => ({ ...world.executor, send: lossy }) });
      expect(await stands(action)).to.include({ status: "COMPLETED" });
      world.leavesTraces = false;
      expect((await failing({ send: lossy })).error).to.match(
        /^Outcome unknown: No answer came\. .*It is not sent again/,
      );
    });

    it("say what they waited for where it took too long", async () => {
      const action = await queued();
      const { executor } = world;
      const settle: typeof executor.settle = async (_action, _sent, tell, signal) => {
        await tell("1 of 3 pods is new.");
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      };
      await workOff({ executorOf: () => ({ ...executor, settle }), timeMsMax: 50 });
      expect((await stands(action)).error).to.contain("The last that was seen: 1 of 3 pods is new.");
    });

    it("are tried again where what they act on can't be looked at, and say so in the end", async () => {
      const action = await queued();
      let tries = 0;
      const check = async (): Promise<void> => {
        tries += 1;
        throw new Error("a bug");
      };
      for (let round = 0; round < 7; round++, now += MINUTE_MS) {
        await workOff({ executorOf: () => ({ ...world.executor, check }) });
      }
      expect(tries).to.equal(5);
      expect((await stands(action)).error).to.match(/^It was begun 5 times.*Nothing was touched\.$/);
      expect(await executions.countOpen()).to.equal(0);
    });
  });

  describe("of a daemon that stops", () => {
    it("are given back at once before anything was touched, and after it was sent", async () => {
      for (const point of ["check", "settle"] as const) {
        const action = await queued();
        const stop = new AbortController();
        const hanging = (...given: unknown[]): Promise<never> => {
          stop.abort();
          const signal = given.at(-1) as AbortSignal;
          return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        };
        await workOff({ executorOf: () => ({ ...world.executor, [point]: hanging }) }, stop.signal);
        expect((await stands(action)).status).to.equal("EXECUTING");
        await workOff();
        expect((await stands(action)).status).to.equal("COMPLETED");
      }
      expect(world.applied).to.have.length(2);
    });

    it("are seen through while they are sent", async () => {
      const action = await queued();
      const stop = new AbortController();
      const { send } = world.executor;
      const slow: typeof send = async (...given) => {
        stop.abort();
        return send(...given);
      };
      await workOff({ executorOf: () => ({ ...world.executor, send: slow }) }, stop.signal);
      expect(await events(action)).to.deep.equal(["requested", "executing", "sending", "sent"]);
      await workOff();
      expect(await stands(action)).to.include({ status: "COMPLETED" });
      expect(world.applied).to.deep.equal([action.id]);
    });
  });

  for (const traces of [true, false]) {
    const seen = traces ? "can be seen" : "can't be seen";
    it(`are done at most once and end wherever their worker dies, where what was done ${seen} afterwards`, async function () {
      this.timeout(60_000);
      world.leavesTraces = traces;
      const outcomes = new Set<string>();
      for (const when of ["before", "after"] as const) {
        for (let call = 1, alive = false; !alive; call++) {
          const outcome = await dieAndTakeOver({ call, when });
          alive = outcome.startsWith("survived");
          outcomes.add(outcome);
        }
      }
      const unknown = traces ? ["FAILED, done 0 times"] : ["FAILED, done 0 times", "FAILED, done 1 times"];
      expect([...outcomes].toSorted()).to.deep.equal([
        "COMPLETED, done 1 times",
        ...unknown,
        "survived: COMPLETED, done 1 times",
      ]);
      await expectWhole();
    });
  }

  async function dieAndTakeOver(death: Death): Promise<string> {
    now += 10 * LEASE_MS;
    const action = await queued();
    const mortal = dying(executions, world.executor, death);
    const worker = createExecutions(depsOf({ ...mortal, executorOf: () => mortal.executor }), goOn);
    const worked = worker
      .takeOn()
      .then(() => worker.settled())
      .then(() => "survived");
    const died = await Promise.race([mortal.died, worked]);
    const before = await events(action);
    const doneBefore = world.applied.filter((id) => id === action.id).length;
    if (doneBefore > 0) expect(before).to.include.members(["executing", "sending"]);
    now += LEASE_MS + 1;
    await workOff();
    const { status, error } = await stands(action);
    const done = world.applied.filter((id) => id === action.id).length;
    // Whoever dies before it says that it sends leaves nothing behind but work.
    if (!before.includes("sending")) expect([status, done], `at ${died}`).to.deep.equal(["COMPLETED", 1]);
    if (status === "FAILED") expect(error).to.match(/^Outcome unknown: .*It is not sent again/);
    expect(await executions.countOpen()).to.equal(0);
    return `${died === "survived" ? "survived: " : ""}${status}, done ${done} times`;
  }

  it("are done at most once where leases run out all the time and workers race", async function () {
    this.timeout(60_000);
    // On SQLite there is one process.
    const handles = database.kind === "sqlite" ? [database] : [database, await store.openDatabase()];
    const stores = handles.map((handle) => createExecutionStore(handle));
    const all: RemediationAction[] = [];
    for (let index = 0; index < 20; index++) all.push(await queued({ serviceName: `service-${index}` }));
    // For a while, each fourth look at the time is a lease later than the one before.
    let looks = 0;
    const clock = { now: () => (now += ++looks < 300 ? LEASE_MS / 4 : 1) };
    const workers = Array.from({ length: 4 }, (_, index) =>
      createExecutions(depsOf({ executions: stores[index % stores.length] as ExecutionStore, clock }), goOn),
    );
    for (let open = all.length; open > 0; open = await executions.countOpen()) {
      await Promise.all(workers.map((worker) => worker.takeOn()));
      await Promise.all(workers.map((worker) => worker.settled()));
      now += MINUTE_MS;
    }
    for (const action of all) {
      const { status, error } = await stands(action);
      const done = world.applied.filter((id) => id === action.id).length;
      expect(done).to.be.at.most(1);
      if (status === "COMPLETED") expect(done).to.equal(1);
      else expect(error).to.match(/^Outcome unknown|^It was begun 5 times|^It was sent/);
    }
    await expectWhole();
  });

  it("let a worker that lost one write nothing", async () => {
    const action = await queued();
    const lost = await claimed();
    now += LEASE_MS;
    const own = await claimed();
    expect([own.attempts, own.step]).to.deep.equal([2, "claimed"]);
    const before = [await stands(action), await events(action), await timeline(action)];
    expect(await executions.renew(lost, now)).to.equal(false);
    expect(await executions.advance(lost, "sending", {}, undefined, now)).to.equal(false);
    expect(await executions.tell(lost, "Late", "late", now)).to.equal(false);
    expect(await executions.end(lost, change("complete"), now)).to.equal(false);
    await executions.giveBack(lost, now, true);
    expect([await stands(action), await events(action), await timeline(action)]).to.deep.equal(before);
    expect(await executions.advance(own, "sending", {}, undefined, now)).to.equal(true);
    expect(await executions.end(own, change("complete"), now)).to.equal(true);
    expect(await executions.end(own, change("complete"), now)).to.equal(false);
    expect(await executions.renew(own, now)).to.equal(false);
  });

  it("don't keep others waiting where one can't be taken", async () => {
    await queued();
    const fine = await queued({ serviceName: "cart" });
    const broken: Take = (action, ...rest) => {
      if (action.serviceName === "checkout") throw new Error("a bug");
      return begin(action, ...rest);
    };
    expect(await executions.claim(broken, now).catch((error: Error) => error.message)).to.equal("a bug");
    expect(await executions.claim(broken, now)).to.have.nested.property("job.action.id", fine.id);
  });

  it("of a process that has ended are free at once where nobody else can be at them", async () => {
    await queued();
    await claimed();
    expect(await executions.claim(begin, now)).to.equal(undefined);
    await executions.takeOver();
    expect((await claimed()).attempts).to.equal(2);
  });

  it("are looked for in an index", async () => {
    await queued();
    const [looked] = await queriesOf(database, () => executions.claim(begin, now - 1));
    // On PostgreSQL, with a table of one row, any of them is as good.
    const index = database.kind === "sqlite" ? "remediation_job_in_line" : "remediation_job_";
    expect(looked?.plan).to.contain(index).and.to.not.contain("Seq Scan");
  });
});
