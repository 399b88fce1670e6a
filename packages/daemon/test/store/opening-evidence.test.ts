import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { createdEntry } from "../../src/incident/create-incident.ts";
import { SYSTEM } from "../../src/model/scope.ts";
import { createOpeningEvidence } from "../../src/store/signals/opening-evidence.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

onEachEngine("The evidence that opened an incident", (fresh) => {
  let store: Fresh;
  before(async () => {
    store = await fresh();
  });
  after(() => store.drop());

  it("is read in its order, and by its own organization alone", async () => {
    const database = await store.openDatabase();
    const incidents = createIncidentStore(database, { now: () => NOW });
    const { openingEvidence } = createOpeningEvidence(database);
    const [opened, bare] = [incident({ title: "opened" }), incident({ title: "bare" })];
    await incidents.create(ACME, opened, [createdEntry(opened, SYSTEM, "errors", "", ["first", "second"])]);
    await incidents.create(ACME, bare, []);
    expect(await openingEvidence(ACME, opened.id)).to.deep.equal(["first", "second"]);
    expect(await openingEvidence(ACME, bare.id)).to.deep.equal([]);
    expect(await openingEvidence(OTHER, opened.id)).to.deep.equal([]);
  });
});
