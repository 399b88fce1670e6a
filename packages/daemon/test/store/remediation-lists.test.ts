import { expect } from "chai";
import fc from "fast-check";
import {
  actionStatuses,
  nextActionStatus,
  type RemediationAction,
  remediationModes,
} from "../../src/model/remediation.ts";
import type { ActionStore } from "../../src/remediate/actions/action-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { change, factsOf, note } from "./action-samples.ts";
import { type ActionWorld, expectWhole, openActions, refused } from "./action-world.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Lists and counters of remediation actions", (fresh) => {
  let store: Fresh;
  let world: ActionWorld;
  let actions: ActionStore;
  let database: Database;
  let incidentId: string;
  beforeEach(async () => {
    store = await fresh();
    world = await openActions(store);
    ({ actions, database, incidentId } = world);
  });
  afterEach(() => store.drop());

  it("are counted by the environment that policy means, and listed by the one that was named", async () => {
    await world.request({ status: "QUEUED", environment: "prod" });
    await world.request({ status: "QUEUED", environment: "production" });
    await world.request({ status: "QUEUED", environment: null });
    expect(await world.facts()).to.include({ activeOnTarget: 3 });
    const environments = async (environment: string): Promise<unknown[]> =>
      (await actions.list(ACME, { environment, limit: 9 })).map((each) => each.environment);
    expect(await environments("prod")).to.deep.equal(["prod"]);
    expect(await environments(" Production ")).to.deep.equal(["production"]);
    expect((await actions.tallies(ACME, "PROD")).all).to.include({ QUEUED: 1 });
  });

  it("are listed the latest first, page by page, by status and environment", async () => {
    const made: RemediationAction[] = [];
    for (let n = 0; n < 6; n++) made.push(await world.request({ environment: n % 2 === 0 ? "staging" : "dev" }));
    await world.approve((made[2] as RemediationAction).id);
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
    const late = await world.request({ approvalExpiresAt: NOW + 20 });
    const soon = await world.request({ approvalExpiresAt: NOW + 10 });
    await world.request({ approvalExpiresAt: NOW + 30 });
    await world.request({ status: "QUEUED" });
    const found = async (untold = false): Promise<string[]> =>
      (await actions[untold ? "expiringUntold" : "expiring"](NOW + 20, 5)).map(({ id }) => id);
    expect(await found()).to.deep.equal([soon.id, late.id]);
    const told = { ...change("approve"), trigger: undefined, fields: { expiryTold: true }, audit: note("expiry_told") };
    await actions.change(ACME, soon.id, () => told as never, NOW);
    expect(await found(true)).to.deep.equal([late.id]);
    await world.approve(late.id);
    expect(await found()).to.deep.equal([soon.id]);
    await expectWhole(world);
  });

  it("show nothing to another organization", async () => {
    const { id } = await world.request({ status: "QUEUED" });
    expect(await refused(actions.get(OTHER, id))).to.equal("action_not_found");
    expect(await refused(actions.audit(OTHER, id, 9))).to.equal("action_not_found");
    expect(await refused(actions.history(OTHER, incidentId))).to.equal("incident_not_found");
    expect(await refused(actions.change(OTHER, id, () => change("execute"), NOW))).to.equal("action_not_found");
    expect(await refused(actions.situation(OTHER, factsOf({ incidentId }), NOW))).to.equal("incident_not_found");
    expect(await actions.list(OTHER, { limit: 9 })).to.deep.equal([]);
    expect(await actions.auditHead(OTHER)).to.equal(null);
    expect(Object.values((await actions.tallies(OTHER, undefined)).all).some((count) => count > 0)).to.equal(false);
    const theirs = await world.open(OTHER);
    const { facts } = await actions.situation(OTHER, factsOf({ incidentId: theirs }), NOW);
    expect(facts).to.include({ active: 0, queuedInLastHour: 0, lastOfKind: null });
  });

  it("are counted in the tally as they are, whatever happened to them", async () => {
    const environment = fc.constantFrom("staging", "prod", null);
    const trigger = fc.constantFrom("approve", "reject", "expire", "execute", "complete", "fail" as const);
    const step = fc.oneof(
      fc.record({
        environment,
        status: fc.constantFrom("PENDING_APPROVAL", "QUEUED" as const),
        mode: fc.constantFrom(...remediationModes),
      }),
      fc.record({ trigger, which: fc.nat(30) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const each of steps) {
          if ("environment" in each) await world.request(each);
          else await move(each.which, each.trigger);
        }
        await expectTallied();
      }),
      { numRuns: 4 },
    );
    await expectWhole(world);
  });

  const move = async (which: number, trigger: Parameters<typeof change>[0]): Promise<void> => {
    const all = await actions.list(ACME, { limit: 31 });
    const chosen = all[which % Math.max(all.length, 1)];
    if (!chosen) return;
    await actions.change(
      ACME,
      chosen.id,
      ({ status }) => (nextActionStatus(status, trigger) ? change(trigger) : undefined),
      NOW,
    );
  };

  const expectTallied = async (): Promise<void> => {
    const all = await actions.list(ACME, { limit: 1000 });
    for (const environment of [undefined, "staging", "prod"]) {
      const own = all.filter((each) => environment === undefined || each.environment === environment);
      const counted = (counts: readonly RemediationAction[]) =>
        Object.fromEntries(
          actionStatuses.map((status) => [status, counts.filter((each) => each.status === status).length]),
        );
      expect(await actions.tallies(ACME, environment)).to.deep.equal({
        all: counted(own),
        simulated: counted(own.filter(({ mode }) => mode === "simulate")),
      });
    }
    const failed = all.filter(({ status, mode }) => status === "FAILED" && mode === "live").length;
    expect(await actions.failedSince(ACME, undefined, NOW - 1)).to.equal(failed);
    expect(await actions.failedSince(ACME, undefined, NOW)).to.equal(0);
  };

  it("are each found by an index", async () => {
    const { id } = await world.request({ status: "QUEUED" });
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
    };
    for (const [index, work] of Object.entries(asked)) {
      const { sql, plan } = (await queriesOf(database, work)).at(-1) as { sql: string; plan: string };
      expect(plan, sql)
        .to.contain(index)
        .and.not.match(/TEMP B-TREE|"Sort|SCAN remediation|Seq Scan/);
    }
    const facts = (await queriesOf(database, () => world.facts())) as { sql: string; plan: string }[];
    for (const [told, ...indexes] of [
      ["as queued,", "remediation_action_let_through", "remediation_action_active"],
      ["order by queued_at desc", "remediation_action_let_through_by_type"],
      ["from catalog_entry", "catalog_entry_by_deployment"],
    ] as const) {
      const { sql, plan } = facts.find((each) => each.sql.includes(told)) as { sql: string; plan: string };
      expect(plan, sql)
        .to.contain(indexes[0])
        .and.contain(indexes.at(-1))
        .and.not.match(/TEMP B-TREE|"Sort|SCAN (remediation|maintenance|catalog)|Seq Scan/);
    }
  });
});
