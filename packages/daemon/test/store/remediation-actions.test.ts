import { expect } from "chai";
import fc from "fast-check";
import type { IncidentStore } from "../../src/incident/store.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { type ActionStatus, actionStatuses, after, type RemediationAction } from "../../src/model/remediation.ts";
import type { Scope } from "../../src/model/scope.ts";
import type { ActionStore, FactsOf, Situation } from "../../src/remediate/action-store.ts";
import { GENESIS_HASH, sealOf, sha256 } from "../../src/remediate/audit-chain.ts";
import type { Database } from "../../src/store/database.ts";
import { createIncidentStore } from "../../src/store/incident/store.ts";
import { createActionStore } from "../../src/store/remediation/actions.ts";
import { digestOf } from "../../src/store/remediation/audit.ts";
import { readFacts } from "../../src/store/remediation/facts.ts";
import {
  type AuditRow,
  actionTable,
  auditTable,
  breakerTable,
  executionJobTable,
} from "../../src/store/remediation/tables.ts";
import { insertRows } from "../../src/store/rows.ts";
import { change, factsOf, newAction, note } from "./action-samples.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, incident, NOW, OTHER, opened } from "./samples.ts";

onEachEngine("Remediation actions", (fresh) => {
  let store: Fresh;
  let database: Database;
  let actions: ActionStore;
  let incidents: IncidentStore;
  let incidentId: string;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    actions = createActionStore(database);
    incidents = createIncidentStore(database, { now: () => NOW });
    incidentId = await open();
  });
  afterEach(() => store.drop());

  const open = async (scope = ACME): Promise<string> => {
    const { organizationId } = scope;
    return opened(await incidents.create(scope, incident({ organizationId }), [])).id;
  };
  const request = (given: Partial<RemediationAction> = {}, scope: Scope = ACME, now = NOW) => {
    const { organizationId } = scope;
    const made = newAction({ incidentId, organizationId, ...given });
    return actions.request(scope, ofAction(made.action), () => made, now);
  };
  const ofAction = ({ incidentId, actionType, serviceName }: RemediationAction): FactsOf =>
    factsOf({ incidentId, actionType, serviceName });
  const approve = (id: string, now = NOW, by = actions) =>
    by.change(ACME, id, ({ status }) => (after(status, "approve") ? change("approve") : undefined), now);
  const factsSeen = async (given: Partial<FactsOf> = {}, now = NOW): Promise<Situation["facts"]> =>
    (await actions.situation(ACME, factsOf({ incidentId, ...given }), now)).facts;
  const refused = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "done",
      (error: unknown) => (error as ApplicationError).code ?? (error as Error).message,
    );
  const jobs = (): Promise<{ actionId: string; place: number }[]> =>
    database.reader.find(executionJobTable, { order: { place: "ASC" } });
  const log = (organizationId = "acme"): Promise<AuditRow[]> =>
    database.reader.find(auditTable, { where: { organizationId }, order: { seq: "ASC" } });

  /** Every link, every content and, of each action, the row that its newest entry left. */
  const expectWhole = async (organizationId = "acme"): Promise<void> => {
    let previousHash = GENESIS_HASH;
    const newest = new Map<string, AuditRow>();
    const entries = await log(organizationId);
    for (const [index, entry] of entries.entries()) {
      expect(entry).to.include({ seq: index + 1, previousHash, hash: sealOf(entry) });
      expect(entry.contentDigest).to.equal(sha256(entry.content ?? ""));
      previousHash = entry.hash;
      if (entry.actionId !== null) newest.set(entry.actionId, entry);
    }
    for (const row of await database.reader.findBy(actionTable, { organizationId })) {
      expect(newest.get(row.id)).to.include({ seq: row.auditSeq, rowDigest: digestOf(row) });
    }
    expect(await actions.auditHead({ ...ACME, organizationId })).to.equal(entries.at(-1)?.hash ?? null);
  };

  it("are stored as they were decided on, with an entry in the log and one on the timeline", async () => {
    const made = newAction({ incidentId, details: { verdict: "manual" }, parameters: { replicas: 3 } });
    const seen: Situation[] = [];
    const decide = (situation: Situation) => {
      seen.push(situation);
      return made;
    };
    expect(await actions.request(ACME, factsOf({ incidentId }), decide, NOW)).to.deep.equal(made.action);
    expect(seen[0]?.incident).to.include({ id: incidentId, status: "OPEN" });
    expect(await actions.get(ACME, made.action.id)).to.deep.equal(made.action);
    expect((await incidents.timeline(ACME, incidentId)).map(({ type }) => type)).to.deep.equal([
      "remediation_requested",
    ]);
    const [entry] = await actions.audit(ACME, made.action.id, 10);
    expect(entry).to.deep.include({ seq: 1, event: "requested", content: { actionType: "restart-service" }, at: NOW });
    expect(await jobs()).to.deep.equal([]);
    await expectWhole();
  });

  it("get a job in the transaction that queues them, in line behind the organization's own", async () => {
    const theirs = await open(OTHER);
    const first = await request({ status: "QUEUED" });
    const second = await request();
    expect(await approve(second.id, NOW + 5)).to.include({
      status: "QUEUED",
      queuedAt: NOW + 5,
      updatedAt: NOW + 5,
      approvalExpiresAt: null,
    });
    const other = await request({ status: "QUEUED", incidentId: theirs }, OTHER);
    const line = (await jobs()).map(({ actionId, place }) => [actionId, place]);
    expect(line).to.have.deep.members([
      [first.id, 0],
      [other.id, 0],
      [second.id, 1],
    ]);
  });

  it("are all made of what comes at once, but for those that are denied", async () => {
    const foreign = await open(OTHER);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) => {
        if (n % 10 === 3)
          return refused(
            actions.request(
              ACME,
              factsOf({ incidentId }),
              () => {
                throw new Error("denied");
              },
              NOW,
            ),
          );
        if (n % 10 === 5) return refused(request({ incidentId: foreign }));
        if (n % 10 === 7) return refused(request({ incidentId: foreign }, OTHER));
        return refused(request({ status: n % 2 === 0 ? "QUEUED" : "PENDING_APPROVAL" }));
      }),
    );
    const count = (what: string): number => outcomes.filter((outcome) => outcome === what).length;
    expect([count("done"), count("denied"), count("not_found")]).to.deep.equal([80, 10, 10]);
    expect(await actions.history(ACME, incidentId)).to.have.length(70);
    expect(await actions.history(OTHER, foreign)).to.have.length(10);
    expect(await jobs()).to.have.length(50);
    expect(await incidents.timeline(ACME, incidentId)).to.have.length(70);
    expect(await log()).to.have.length(70);
    await expectWhole();
    await expectWhole("other");
  });

  it("are decided on with those before them in the same transaction", async () => {
    const decide = ({ facts }: Situation) => {
      if (facts.queuedInLastHour >= 3) throw new Error("too many an hour");
      return newAction({ incidentId, status: "QUEUED" });
    };
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refused(actions.request(ACME, factsOf({ incidentId }), decide, NOW))),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).to.have.length(3);
  });

  it("have one winner and one job at most where fifty approve and reject at once", async () => {
    // PostgreSQL has several processes at work; on SQLite one holds the file.
    const other = database.kind === "sqlite" ? actions : createActionStore(await store.openDatabase());
    for (let round = 0; round < 5; round++) {
      const { id } = await request();
      const before = (await jobs()).length;
      let changed = 0;
      const one = (index: number): Promise<RemediationAction> => {
        const trigger = (index + round) % 2 === 0 ? "approve" : "reject";
        const decide = ({ status }: RemediationAction) => {
          if (after(status, trigger) === undefined) return undefined;
          changed += 1;
          return change(trigger);
        };
        return (index % 4 < 2 ? actions : other).change(ACME, id, decide, NOW);
      };
      const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => one(index)));
      const { status } = await actions.get(ACME, id);
      expect(changed).to.equal(1);
      expect(new Set(answers.map((answer) => answer.status))).to.deep.equal(new Set([status]));
      expect((await jobs()).length - before).to.equal(status === "QUEUED" ? 1 : 0);
      expect(await actions.audit(ACME, id, 100)).to.have.length(2);
    }
    await expectWhole();
  });

  it("stay as they are where a change is forbidden, undecided, or thrown away", async () => {
    const { id } = await request();
    const before = await actions.get(ACME, id);
    expect(await refused(actions.change(ACME, id, () => change("complete"), NOW))).to.contain(
      "PENDING_APPROVAL was to complete",
    );
    expect(await actions.change(ACME, id, () => undefined, NOW + 1)).to.deep.equal(before);
    const blocked = {
      ...change("approve"),
      trigger: undefined,
      audit: note("approval_blocked", { violations: ["x"] }),
    };
    expect(await actions.change(ACME, id, () => blocked, NOW + 1)).to.deep.equal(before);
    expect((await actions.audit(ACME, id, 9)).map(({ event }) => event)).to.deep.equal([
      "requested",
      "approval_blocked",
    ]);
    await expectWhole();
  });

  it("take their incident with them, and tell both on its timeline", async () => {
    const { id } = await request({ status: "QUEUED" });
    const told = (type: "remediation_executing" | "status_changed") => ({
      type,
      actor: "system",
      title: type,
      detail: "",
      metadata: {},
    });
    await actions.change(
      ACME,
      id,
      () => ({
        ...change("execute"),
        timeline: [told("remediation_executing")],
        incident: { fields: { status: "REMEDIATING" }, timeline: [told("status_changed")], announce: true },
      }),
      NOW,
    );
    expect(await incidents.get(ACME, incidentId)).to.include({ status: "REMEDIATING" });
    const types = (await incidents.timeline(ACME, incidentId)).map(({ type }) => type);
    expect(types).to.deep.equal(["remediation_requested", "remediation_executing", "status_changed"]);
    const done = await actions.change(
      ACME,
      id,
      () =>
        change("complete", {
          details: { pods: 2 },
          verification: { status: "pending", checkedAt: null, reason: null },
          verifyAt: NOW + 9,
        }),
      NOW + 2,
    );
    expect(done).to.deep.include({ status: "COMPLETED", finishedAt: NOW + 2, details: { pods: 2 } });
    await expectWhole();
  });

  it("keep a log that is whole, whatever text a cluster or a person sends", async () => {
    const hostile = "\u0000 \ud800 'quoted' \u2028";
    const { id } = await request({ performedBy: hostile, status: "QUEUED" });
    await actions.change(ACME, id, () => change("execute"), NOW);
    const fields = { error: hostile, details: { [hostile]: [hostile, Number.NaN, undefined] } };
    const failed = await actions.change(ACME, id, () => change("fail", fields), NOW);
    expect(failed).to.deep.equal(await actions.get(ACME, id));
    expect(failed.error).to.equal("\ufffd \ufffd 'quoted' \u2028");
    await expectWhole();
  });

  it("are counted as facts where they were let through, without the one in question", async () => {
    const { id } = await request({ status: "QUEUED", queuedAt: NOW - 1000 });
    await request({ status: "QUEUED", queuedAt: NOW - 2 * HOUR_MS });
    await request({ status: "QUEUED", actionType: "scale-service", queuedAt: NOW - 5 });
    await request({ status: "QUEUED", serviceName: "cart" });
    await request({ status: "QUEUED", serviceName: null });
    await request();
    expect(await factsSeen()).to.deep.equal({
      incidentStatus: "OPEN",
      queuedInLastHour: 2,
      sameActionQueuedAt: NOW - 1000,
      active: 5,
      activeOnService: 3,
      inMaintenance: false,
      suspended: null,
    });
    expect(await factsSeen({ serviceName: null })).to.include({ queuedInLastHour: 1, activeOnService: 1, active: 5 });
    expect(await factsSeen({ environment: "production" })).to.include({ queuedInLastHour: 0, activeOnService: 0 });
    const seen: Situation[] = [];
    await actions.change(ACME, id, (_, situation) => void seen.push(situation), NOW);
    expect(seen[0]?.facts).to.include({
      // What was let through after it doesn't count against it.
      queuedInLastHour: 0,
      sameActionQueuedAt: NOW - 2 * HOUR_MS,
      active: 4,
      activeOnService: 2,
    });
  });

  it("are counted by the environment that policy means, and listed by the one that was named", async () => {
    await request({ status: "QUEUED", environment: "prod" });
    await request({ status: "QUEUED", environment: "production" });
    await request({ status: "QUEUED", environment: null });
    expect(await factsSeen({ environment: "production" })).to.include({ activeOnService: 3 });
    const environments = async (environment: string): Promise<unknown[]> =>
      (await actions.list(ACME, { environment, limit: 9 })).map((each) => each.environment);
    expect(await environments("prod")).to.deep.equal(["prod"]);
    expect(await environments(" Production ")).to.deep.equal(["production"]);
    expect(await actions.tallies(ACME, "PROD")).to.include({ QUEUED: 1 });
  });

  it("know of maintenance and of automation that is suspended", async () => {
    await database.write(async (transaction) => {
      const there = { organizationId: "acme", serviceName: "checkout", environmentKey: "staging" };
      const suspended = { suspendedAt: NOW, reason: "Three in a row came to nothing.", updatedAt: NOW };
      await insertRows(transaction, breakerTable, [{ ...there, ineffective: 3, ...suspended }]);
      await transaction.query(
        `insert into maintenance_window_service (window_id, organization_id, service, starts_at, over_at)
         values ('w', 'acme', 'checkout', ${NOW - 10}, ${NOW + 10})`,
      );
    });
    expect(await factsSeen()).to.include({ inMaintenance: true, suspended: "Three in a row came to nothing." });
    expect(await factsSeen({}, NOW + 10)).to.include({ inMaintenance: false });
    expect(await factsSeen({ serviceName: "cart" })).to.include({ inMaintenance: false, suspended: null });
  });

  it("are listed the latest first, page by page, by status and environment", async () => {
    const made: RemediationAction[] = [];
    for (let n = 0; n < 6; n++) made.push(await request({ environment: n % 2 === 0 ? "staging" : "dev" }));
    await approve((made[2] as RemediationAction).id);
    const ids = (wanted: readonly number[]): string[] => wanted.map((n) => (made[n] as RemediationAction).id);
    const list = async (filter: object): Promise<string[]> =>
      (await actions.list(ACME, { limit: 50, ...filter })).map(({ id }) => id);
    expect(await list({})).to.deep.equal(ids([5, 4, 3, 2, 1, 0]));
    expect(await list({ limit: 2 })).to.deep.equal(ids([5, 4]));
    expect(await list({ environment: "staging", status: "PENDING_APPROVAL" })).to.deep.equal(ids([4, 0]));
    expect(await list({ status: "QUEUED" })).to.deep.equal(ids([2]));
    expect(await list({ status: "SILLY" })).to.deep.equal([]);
    const all: string[] = [];
    for await (const { id } of actions.each(ACME, { limit: 4 })) all.push(id);
    expect(all).to.deep.equal(ids([5, 4, 3, 2]));
  });

  it("are found when their approval lapses, the oldest first", async () => {
    const late = await request({ approvalExpiresAt: NOW + 20 });
    const soon = await request({ approvalExpiresAt: NOW + 10 });
    await request({ approvalExpiresAt: NOW + 30 });
    await request({ status: "QUEUED" });
    const found = async (untold = false): Promise<string[]> =>
      (await actions[untold ? "expiringUntold" : "expiring"](NOW + 20, 5)).map(({ id }) => id);
    expect(await found()).to.deep.equal([soon.id, late.id]);
    const told = { ...change("approve"), trigger: undefined, fields: { expiryTold: true }, audit: note("expiry_told") };
    await actions.change(ACME, soon.id, () => told as never, NOW);
    expect(await found(true)).to.deep.equal([late.id]);
    await approve(late.id);
    expect(await found()).to.deep.equal([soon.id]);
    await expectWhole();
  });

  it("show nothing to another organization", async () => {
    const { id } = await request({ status: "QUEUED" });
    expect(await refused(actions.get(OTHER, id))).to.equal("not_found");
    expect(await refused(actions.audit(OTHER, id, 9))).to.equal("not_found");
    expect(await refused(actions.history(OTHER, incidentId))).to.equal("not_found");
    expect(await refused(actions.change(OTHER, id, () => change("execute"), NOW))).to.equal("not_found");
    expect(await refused(actions.situation(OTHER, factsOf({ incidentId }), NOW))).to.equal("not_found");
    expect(await actions.list(OTHER, { limit: 9 })).to.deep.equal([]);
    expect(await actions.auditHead(OTHER)).to.equal(null);
    expect(Object.values(await actions.tallies(OTHER, undefined)).some((count) => count > 0)).to.equal(false);
    const theirs = await open(OTHER);
    const { facts } = await actions.situation(OTHER, factsOf({ incidentId: theirs }), NOW);
    expect(facts).to.include({ active: 0, queuedInLastHour: 0, sameActionQueuedAt: null });
  });

  it("are counted in the tally as they are, whatever happened to them", async () => {
    const environment = fc.constantFrom("staging", "prod", null);
    const trigger = fc.constantFrom("approve", "reject", "expire", "execute", "complete", "fail" as const);
    const step = fc.oneof(
      fc.record({ environment, status: fc.constantFrom("PENDING_APPROVAL", "QUEUED" as const) }),
      fc.record({ trigger, which: fc.nat(30) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const each of steps) {
          if ("environment" in each) await request(each);
          else await move(each.which, each.trigger);
        }
        await expectTallied();
      }),
      { numRuns: 4 },
    );
    await expectWhole();
  });

  const move = async (which: number, trigger: Parameters<typeof change>[0]): Promise<void> => {
    const all = await actions.list(ACME, { limit: 31 });
    const chosen = all[which % Math.max(all.length, 1)];
    if (!chosen) return;
    await actions.change(ACME, chosen.id, ({ status }) => (after(status, trigger) ? change(trigger) : undefined), NOW);
  };

  const expectTallied = async (): Promise<void> => {
    const all = await actions.list(ACME, { limit: 1000 });
    for (const environment of [undefined, "staging", "prod"]) {
      const own = all.filter((each) => environment === undefined || each.environment === environment);
      const counted = (status: ActionStatus): number => own.filter((each) => each.status === status).length;
      expect(await actions.tallies(ACME, environment)).to.deep.equal(
        Object.fromEntries(actionStatuses.map((status) => [status, counted(status)])),
      );
    }
    const failed = all.filter(({ status }) => status === "FAILED").length;
    expect(await actions.failedSince(ACME, undefined, NOW - 1)).to.equal(failed);
    expect(await actions.failedSince(ACME, undefined, NOW)).to.equal(0);
  };

  it("are each found by an index", async () => {
    const { id } = await request({ status: "QUEUED" });
    const asked: Record<string, () => Promise<unknown>> = {
      remediation_action_by_organization: () => actions.list(ACME, { limit: 9 }),
      remediation_action_by_status: () => actions.list(ACME, { status: "FAILED", limit: 9 }),
      remediation_action_by_environment: () => actions.list(ACME, { environment: "dev", limit: 9 }),
      remediation_action_by_environment_and_status: () =>
        actions.list(ACME, { environment: "dev", status: "FAILED", limit: 9 }),
      remediation_action_by_incident: () => actions.history(ACME, incidentId),
      remediation_action_failed: () => actions.failedSince(ACME, "dev", NOW),
      remediation_action_expiring: () => actions.expiring(NOW, 9),
      remediation_action_expiring_untold: () => actions.expiringUntold(NOW, 9),
      remediation_audit_by_action: () => actions.audit(ACME, id, 9),
      remediation_action_let_through: () => readFacts(database.reader, ACME, factsOf(), NOW),
      remediation_action_let_through_by_type: () =>
        readFacts(database.reader, ACME, factsOf({ serviceName: null }), NOW),
      remediation_action_active: () => readFacts(database.reader, ACME, factsOf(), NOW),
    };
    for (const [index, work] of Object.entries(asked)) {
      const { sql, plan } = (await queriesOf(database, work)).at(-1) as { sql: string; plan: string };
      expect(plan, sql)
        .to.contain(index)
        .and.not.match(/TEMP B-TREE|"Sort|SCAN remediation|Seq Scan/);
    }
  });
});
