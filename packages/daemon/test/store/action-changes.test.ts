import { expect } from "chai";
import { createActionStore } from "../../src/app/wiring/incident-wiring.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { nextActionStatus, type RemediationAction } from "../../src/model/remediation.ts";
import type { ActionStore } from "../../src/remediate/actions/action-store.ts";
import { executionJobTable } from "../../src/store/remediation/remediation-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { change, note } from "./action-samples.ts";
import { type ActionWorld, expectWhole, openActions, refused } from "./action-world.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, NOW } from "./samples.ts";

onEachEngine("Changes of remediation actions", (fresh) => {
  let store: Fresh;
  let world: ActionWorld;
  let actions: ActionStore;
  let database: Database;
  let incidents: IncidentStore;
  let incidentId: string;
  beforeEach(async () => {
    store = await fresh();
    world = await openActions(store);
    ({ actions, database, incidents, incidentId } = world);
  });
  afterEach(() => store.drop());

  const jobs = (): Promise<{ actionId: string; place: number }[]> =>
    database.reader.find(executionJobTable, { order: { place: "ASC" } });

  it("have one winner and one job at most where fifty approve and reject at once", async () => {
    // PostgreSQL has several processes at work; on SQLite one holds the file.
    const other = database.kind === "sqlite" ? actions : createActionStore(await store.openDatabase());
    for (let round = 0; round < 5; round++) {
      const { id } = await world.request();
      const before = (await jobs()).length;
      let changed = 0;
      const one = (index: number): Promise<RemediationAction> => {
        const trigger = (index + round) % 2 === 0 ? "approve" : "reject";
        const decide = ({ status }: RemediationAction) => {
          if (nextActionStatus(status, trigger) === undefined) return undefined;
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
    await expectWhole(world);
  });

  it("stay as they are where a change is forbidden, undecided, or thrown away", async () => {
    const { id } = await world.request();
    const before = await actions.get(ACME, id);
    expect(await refused(actions.change(ACME, id, () => change("complete"), NOW))).to.contain(
      "no effect on an action that is PENDING_APPROVAL",
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
    await expectWhole(world);
  });

  it("take their incident with them, and tell both on its timeline", async () => {
    const { id } = await world.request({ status: "QUEUED" });
    const reported = (type: "remediation_executing" | "status_changed") => ({
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
        timeline: [reported("remediation_executing")],
        incident: { fields: { status: "REMEDIATING" }, timeline: [reported("status_changed")], announce: true },
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
    await expectWhole(world);
  });

  it("keep a log that is whole, whatever text a cluster or a person sends", async () => {
    const hostile = "\u0000 \ud800 'quoted' \u2028";
    const { id } = await world.request({ performedBy: hostile, status: "QUEUED" });
    await actions.change(ACME, id, () => change("execute"), NOW);
    const fields = { error: hostile, details: { [hostile]: [hostile, Number.NaN, undefined] } };
    const failed = await actions.change(ACME, id, () => change("fail", fields), NOW);
    expect(failed).to.deep.equal(await actions.get(ACME, id));
    expect(failed.error).to.equal("\ufffd \ufffd 'quoted' \u2028");
    await expectWhole(world);
  });
});
