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
import { change } from "./action-samples.ts";
import { type ActionWorld, expectWhole, openActions } from "./action-world.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, NOW } from "./samples.ts";

onEachEngine("The tally of remediation actions", (fresh) => {
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
    for (const [reported, ...indexes] of [
      ["as queued,", "remediation_action_let_through", "remediation_action_active"],
      ["order by queued_at desc", "remediation_action_let_through_by_type"],
      ["from catalog_entry", "catalog_entry_by_deployment"],
    ] as const) {
      const { sql, plan } = facts.find((each) => each.sql.includes(reported)) as { sql: string; plan: string };
      expect(plan, sql)
        .to.contain(indexes[0])
        .and.contain(indexes.at(-1))
        .and.not.match(/TEMP B-TREE|"Sort|SCAN (remediation|maintenance|catalog)|Seq Scan/);
    }
  });
});
