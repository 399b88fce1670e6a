import { expect } from "chai";
import fc from "fast-check";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { type Incident, incidentStatuses, severities } from "../../src/model/incident.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { type Conditions, pagedList, plainList } from "./incident-lists-samples.ts";
import { ACME, incident, NOW, OTHER, opened } from "./samples.ts";

const words = ["disk", "full", "größe", "42"];
const services = ["checkout", "pay-api", "disk"];
const people = ["anna", "bert"];

const fields = fc.record({
  title: fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((chosen) => chosen.join(" ")),
  description: fc.constantFrom("", "the Disk", "timeout"),
  severity: fc.constantFrom(...severities),
  status: fc.constantFrom(...incidentStatuses),
  affectedServices: fc.uniqueArray(fc.constantFrom(...services)),
  assigneeId: fc.option(fc.constantFrom(...people)),
  parentIncidentId: fc.option(fc.constant("parent"), { freq: 2 }),
});

const conditions: fc.Arbitrary<Conditions> = fc.record(
  {
    status: fc.constantFrom(...incidentStatuses),
    severity: fc.constantFrom(...severities),
    service: fc.constantFrom(...services, "nowhere", "pay", "\u0000"),
    assigneeId: fc.constantFrom(...people, "nobody"),
    search: fc
      .array(fc.constantFrom(...words, "DISK", "timeout", "pay-api", "nothing", "-"), { maxLength: 3 })
      .map((chosen) => chosen.join(" ")),
    deduplicated: fc.boolean(),
    sortBy: fc.constantFrom("recency" as const, "severity" as const),
  },
  { requiredKeys: ["deduplicated", "sortBy"] },
);

onEachEngine("A list of incidents", (fresh) => {
  let store: Fresh;
  let incidents: IncidentStore;
  const created: Incident[] = [];
  before(async () => {
    store = await fresh();
    incidents = createIncidentStore(await store.openDatabase(), { now: () => NOW });
    const made = fc.sample(fields, { numRuns: 120, seed: 1 });
    const changed = fc.sample(fields, { numRuns: 120, seed: 2 });
    for (const [index, given] of made.entries()) {
      const [scope, organizationId] = index % 4 === 0 ? [OTHER, "other"] : [ACME, "acme"];
      const first = opened(await incidents.create(scope, incident({ ...given, organizationId }), []));
      const change = { fields: changed[index] ?? {}, timeline: [], announce: false };
      const last = index % 3 === 0 ? await incidents.change(scope, first.id, () => change) : first;
      if (scope === ACME) created.push(last);
    }
  });
  after(() => store.drop());

  it("holds what a plain look at each incident finds, for any combination of filters and through all pages", () =>
    fc.assert(
      fc.asyncProperty(conditions, fc.integer({ min: 1, max: 30 }), async (given, limit) => {
        const plain = plainList(created, given);
        const { ids, totals } = await pagedList(incidents, given, limit);
        expect(ids).to.deep.equal(plain);
        expect([...totals]).to.deep.equal([`exactly ${plain.length}`]);
      }),
      { numRuns: 150 },
    ));

  it("refuses the cursor of another order, which would leave incidents out", async () => {
    const cursorOf = async (sortBy: Conditions["sortBy"]): Promise<string> => {
      const { cursor } = await incidents.list(ACME, { sortBy, deduplicated: false, limit: 1 });
      return cursor as string;
    };
    for (const [sortBy, other] of [
      ["severity", "recency"],
      ["recency", "severity"],
    ] as const) {
      const asked = incidents.list(ACME, { sortBy, deduplicated: false, limit: 1, cursor: await cursorOf(other) });
      expect(await asked.catch((error: Error) => error.message)).to.match(/^Unknown cursor/);
    }
  });
});
