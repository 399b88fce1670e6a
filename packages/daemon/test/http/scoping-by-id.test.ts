import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Belongings } from "../support/belongings.ts";
import type { Operation } from "../support/operations.ts";
import { NAMED, wordsOf } from "../support/path-words.ts";
import type { Answer } from "../support/request.ts";
import { organizationRequests } from "./organization-requests.ts";

const isId = (name: string): boolean => name.endsWith("Id");

/** The path with ids in it, one for each of its words. */
function filled(operation: Operation, ids: readonly string[]): string {
  let next = 0;
  return operation.template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(ids[next++] as string));
}

/** An answer without what was asked for and without times; two that are equal tell nothing of which of the two was asked. */
const reported = ({ status, text, headers }: Answer, asked: readonly string[]): object => ({
  status,
  text: asked
    .reduce((rest, id) => rest.replaceAll(id, "<asked>"), text)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "<id>"),
  link: headers.get("link"),
  count: headers.get("x-total-count"),
});

describe("Ids of another organization", function () {
  this.timeout(60_000);
  const world = organizationRequests();

  for (const operation of world.byId) {
    it(`answers ${operation.id} as if it did not exist`, async () => {
      const before = world.rowsOfAlice();
      const [hers, his] = [world.idsOf(world.alice, operation), world.idsOf(world.bob, operation)];
      // All ids are hers; then each one alone, beside his own.
      for (const places of [
        hers.map((_, place) => place),
        ...(hers.length > 1 ? hers.map((_, place) => [place]) : []),
      ]) {
        const asked = his.map((own, place) => (places.includes(place) ? (hers[place] as string) : own));
        const unknown = his.map((own, place) => (places.includes(place) ? randomUUID() : own));
        const answer = await world.ask(operation, filled(operation, asked));
        const what = `${operation.method} ${filled(operation, asked)}: ${answer.text}`;
        if (places.length === hers.length && operation.statuses.includes(404)) {
          expect(answer.status, what).to.equal(404);
        }
        expect(reported(answer, asked), what).to.deep.equal(
          reported(await world.ask(operation, filled(operation, unknown)), unknown),
        );
      }
      expect(world.rowsOfAlice()).to.deep.equal(before);
    });
  }

  for (const operation of world.all.filter(({ fields }) => fields.some(isId))) {
    it(`answers ${operation.id} with her id in the body as if it did not exist`, async () => {
      const path = filled(operation, world.idsOf(world.bob, operation));
      const ids = operation.fields.filter(isId);
      const of = (owner: Belongings, field: string): string => world.idOf(owner, NAMED[field] ?? field);
      const his = { ...operation.example, ...Object.fromEntries(ids.map((field) => [field, of(world.bob, field)])) };
      for (const field of ids) {
        const [hers, unknown] = [of(world.alice, field), randomUUID()];
        const answer = await world.ask(operation, path, { ...his, [field]: hers });
        expect(answer.status, answer.text).to.equal(404);
        const other = await world.ask(operation, path, { ...his, [field]: unknown });
        expect(reported(answer, [hers])).to.deep.equal(reported(other, [unknown]));
      }
    });
  }

  for (const operation of world.all.filter(({ query }) => query.some(isId))) {
    it(`answers ${operation.id} with her id in the query as if it did not exist`, async () => {
      for (const name of operation.query.filter(isId)) {
        const hers = world.idOf(world.alice, NAMED[name] ?? name);
        const unknown = randomUUID().slice(0, hers.length);
        const answer = await world.ask(operation, `${operation.path}?${name}=${hers}`);
        expect(answer.status, answer.text).to.equal(200);
        const other = await world.ask(operation, `${operation.path}?${name}=${unknown}`);
        expect(reported(answer, [hers])).to.deep.equal(reported(other, [unknown]));
      }
    });
  }

  it("is not reached by a body that names her organization or her ids", async () => {
    const before = world.rowsOfAlice();
    for (const operation of world.all.filter(({ example }) => example !== undefined)) {
      const words = wordsOf(operation);
      const id = world.idOf(world.alice, words.at(-1) ?? "incidents");
      const organization = { organizationId: world.alice.organization, organization_id: world.alice.organization };
      const incidentId = world.alice.ids.get("incidents") ?? "";
      const body = { ...operation.example, ...organization, id, incidentId };
      const answer = await world.ask(operation, filled(operation, world.idsOf(world.bob, operation)), body);
      expect(answer.status, `${operation.id}: ${answer.text}`).to.be.below(500);
      // What takes an incident's id names it as the one that was asked for.
      world.tellsNothing(answer.text.replaceAll(incidentId, "<asked>"), operation.id);
    }
    expect(world.rowsOfAlice()).to.deep.equal(before);
    for (const operation of world.all.filter((each) => each.method === "GET" && wordsOf(each).length === 1)) {
      if (wordsOf(operation)[0] === "catalog") continue;
      const answer = await world.ask(operation, filled(operation, world.idsOf(world.bob, operation)));
      expect(answer.status, `${operation.id} still finds what is Bob's`).to.equal(200);
    }
  });
});
