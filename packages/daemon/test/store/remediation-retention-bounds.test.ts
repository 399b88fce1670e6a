import { expect } from "chai";
import fc from "fast-check";
import { createActionStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { type ActionStatus, actionStatuses, isFinished } from "../../src/model/remediation.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import { DELETED_AT_ONCE_MAX } from "../../src/remediate/audit/audit-retention.ts";
import { verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import { actionRow, given, insertAction } from "./audit-samples.ts";
import { onEachEngine } from "./engines.ts";
import { retentionWorld } from "./retention-world.ts";
import { NOW, OTHER } from "./samples.ts";

onEachEngine("Bounds of the retention of the audit log", (fresh) => {
  const world = retentionWorld(fresh);

  it("goes in bounded steps", async () => {
    await createUnits(world.database).run(world.scope.organizationId, async (unit) => {
      for (let index = 0; index < 2 * DELETED_AT_ONCE_MAX + 30; index++) {
        await insertAction(unit, world.row({ status: "REJECTED", createdAt: NOW - 10 * DAY_MS }));
      }
    });
    const deleted: number[] = [];
    do deleted.push(await world.retention.deleteFinished(world.scope, NOW, 1_000, NOW));
    while (deleted.at(-1) !== 0);
    expect(deleted).to.deep.equal([DELETED_AT_ONCE_MAX, DELETED_AT_ONCE_MAX, 30, 0]);
    expect(await world.retention.deleteFinished(world.scope, NOW, 5, NOW)).to.equal(0);
    expect((await world.verify()).broken).to.equal(undefined);
  });

  it("leaves other organizations alone", async () => {
    const mine = world.row({ status: "FAILED", createdAt: NOW - 10 * DAY_MS });
    const theirs = actionRow({ organizationId: "other", status: "FAILED", createdAt: NOW - 10 * DAY_MS });
    await given(world.database, mine, theirs);
    expect(await world.retention.deleteFinished(world.scope, NOW, 100, NOW)).to.equal(1);
    expect((await createActionStore(world.database).get(OTHER, theirs.id)).id).to.equal(theirs.id);
    expect((await verifyAudit(createAuditPages(world.database, digestOf), OTHER)).broken).to.equal(undefined);
  });

  it("never takes an unfinished one or a recent one, whatever the clock and the retention", async function () {
    this.timeout(120_000);
    const action = fc.record({
      status: fc.constantFrom<ActionStatus>(...actionStatuses),
      age: fc.integer({ min: -2 * DAY_MS, max: 400 * DAY_MS }),
      pending: fc.boolean(),
      environment: fc.constantFrom(null, "production", "staging"),
    });
    const setting = fc.record({
      clock: fc.integer({ min: NOW - 300 * DAY_MS, max: NOW + 300 * DAY_MS }),
      retentionMs: fc.integer({ min: 0, max: 400 * DAY_MS }),
      most: fc.integer({ min: 1, max: 10 }),
      actions: fc.array(action, { minLength: 1, maxLength: 8 }),
    });
    // Each round is several transactions, which take longer over a connection.
    const settings = fc.sample(setting, world.database.kind === "sqlite" ? 1_000 : 200);
    for (const { clock, retentionMs, most, actions } of settings) {
      world.scope = { ...world.scope, organizationId: `org-${++world.organizations}` };
      const rows = actions.map(({ status, age, pending, environment }) =>
        world.row({
          status,
          environment,
          createdAt: NOW - age,
          verifyAt: pending && status === "COMPLETED" ? NOW : null,
        }),
      );
      await createUnits(world.database).run(world.scope.organizationId, async (unit) => {
        for (const each of rows) await insertAction(unit, each);
      });
      const cutoff = clock - retentionMs;
      const mayGo = rows.filter((each) => isFinished(each.status) && each.updatedAt < cutoff && each.verifyAt === null);
      const deleted = await world.retention.deleteFinished(world.scope, cutoff, most, clock);
      expect(deleted).to.equal(Math.min(most, mayGo.length));
      const left = await world.idsLeft();
      expect(left).to.have.length(rows.length - deleted);
      for (const { id } of rows.filter((each) => !mayGo.includes(each))) expect(left).to.include(id);
      const { all: tallies } = await createActionStore(world.database).tallies(world.scope, undefined);
      expect(Object.values(tallies).reduce((sum, count) => sum + count, 0)).to.equal(left.length);
      expect((await world.verify()).broken).to.equal(undefined);
    }
  });
});
