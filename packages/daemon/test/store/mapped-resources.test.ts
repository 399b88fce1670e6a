import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { Incident } from "../../src/model/incident.ts";
import { type GivenResource, type ResourceStore, replaceResources } from "../../src/probe/resources.ts";
import { createResourceStore } from "../../src/store/probes/resource-store.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

const refused = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "not refused",
    (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
  );

onEachEngine("The store of mapped resources", (fresh) => {
  let store: Fresh;
  let resources: ResourceStore;
  let about: Incident;
  beforeEach(async () => {
    store = await fresh();
    const database = await store.openDatabase();
    resources = createResourceStore(database);
    about = incident();
    await createIncidentStore(database, { now: () => NOW }).create(ACME, about, []);
  });
  afterEach(() => store.drop());

  const queue: GivenResource = { provider: "aws", resourceType: "queue", resourceId: "orders", region: "eu-west-1" };
  const replace = (given: readonly GivenResource[], now = NOW, scope = ACME) =>
    replaceResources(resources, scope, about.id, given, now);

  it("keeps the order that was given and the row of what stays", async () => {
    const topic = { ...queue, resourceType: "topic" };
    const [first] = await replace([queue]);
    const after = await replace([topic, queue, { ...topic }], NOW + 5);
    expect(after.map(({ resourceType }) => resourceType)).to.deep.equal(["topic", "queue"]);
    expect(after[1]).to.deep.equal(first);
    expect(await resources.list(ACME, about.id)).to.deep.equal(after);
    expect(await replace([])).to.deep.equal([]);
    expect(await resources.list(ACME, about.id)).to.deep.equal([]);
  });

  it("leaves one whole set where several are put at once", async () => {
    const sets = Array.from({ length: 5 }, (_, n) => [queue, { ...queue, resourceId: `only ${n}` }]);
    await Promise.all(sets.map((set) => replace(set)));
    const names = (await resources.list(ACME, about.id)).map(({ resourceId }) => resourceId);
    expect(sets.map((set) => set.map(({ resourceId }) => resourceId))).to.deep.include(names);
  });

  it("shows another organization nothing", async () => {
    await replace([queue]);
    expect(await refused(resources.list(OTHER, about.id))).to.equal("incident_not_found");
    expect(await refused(replace([], NOW, OTHER))).to.equal("incident_not_found");
    expect(await resources.list(ACME, about.id)).to.have.length(1);
  });
});
