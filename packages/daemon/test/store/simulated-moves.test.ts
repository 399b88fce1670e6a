import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { moveTo } from "../../src/incident/change-status.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { IncidentStatus } from "../../src/model/incident.ts";
import type { RemediationMode } from "../../src/model/remediation.ts";
import { undoSimulatedMoves } from "../../src/remediate/requests/undo-simulated-moves.ts";
import { SimulatedMoves1764002300000 } from "../../src/store/migrations/1764002300000-simulated-moves.ts";
import { createSimulatedMoveStore } from "../../src/store/remediation/action-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { actionRow, given } from "./audit-samples.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW } from "./samples.ts";

onEachEngine("Incidents that an earlier version moved to REMEDIATING", (fresh) => {
  let store: Fresh;
  let database: Database;
  let incidents: IncidentStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    incidents = createIncidentStore(database, { now: () => NOW });
  });
  afterEach(() => store.drop());

  async function moved(from: IncidentStatus, modes: readonly RemediationMode[], reason = "remediation_executing") {
    const { id } = incident({ status: from });
    await incidents.create(ACME, incident({ id, status: from }), []);
    const why = { actor: "system", reason, detail: "" };
    await incidents.change(ACME, id, (each) => moveTo(each, "REMEDIATING", why, NOW));
    for (const mode of modes) await given(database, actionRow({ incidentId: id, mode, status: "COMPLETED" }));
    return id;
  }
  /** As a start of this version on a database of that one. */
  async function upgrade(): Promise<void> {
    await database.write(async ({ queryRunner }) => {
      if (!queryRunner) throw new Error("No transaction.");
      const migration = new SimulatedMoves1764002300000();
      await migration.down(queryRunner);
      await migration.up(queryRunner);
    });
    await undoSimulatedMoves({ incidents, moves: createSimulatedMoveStore(database) }, NOW + 1);
  }
  const statusOf = async (id: string): Promise<IncidentStatus> => (await incidents.get(ACME, id)).status;

  it("go back to where they were if all that was executed was simulated, and the timeline says why", async () => {
    const ids = [await moved("OPEN", ["simulate"]), await moved("INVESTIGATING", ["simulate", "simulate"])];
    await upgrade();
    expect(await Promise.all(ids.map(statusOf))).to.deep.equal(["OPEN", "INVESTIGATING"]);
    expect((await incidents.timeline(ACME, ids[0] ?? "")).at(-1)).to.deep.include({
      actor: "system",
      detail: "The remediation that had moved it was simulated; nothing was touched.",
      metadata: { from: "REMEDIATING", to: "OPEN", reason: "remediation_simulated" },
    });
    expect(await createSimulatedMoveStore(database).list(9)).to.deep.equal([]);
  });

  it("stay there if something was executed, or a person put them there", async () => {
    const ids = [
      await moved("OPEN", ["simulate", "live"]),
      await moved("OPEN", ["simulate"], "requested"),
      await moved("OPEN", []),
    ];
    await upgrade();
    expect(await Promise.all(ids.map(statusOf))).to.deep.equal(ids.map(() => "REMEDIATING"));
  });

  it("stay where somebody moved them meanwhile", async () => {
    const id = await moved("OPEN", ["simulate"]);
    const why = { actor: "anna", reason: "requested", detail: "" };
    await incidents.change(ACME, id, (each) => moveTo(each, "RESOLVED", why, NOW));
    await upgrade();
    expect(await statusOf(id)).to.equal("RESOLVED");
  });
});
