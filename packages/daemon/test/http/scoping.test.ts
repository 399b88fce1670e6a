import { randomUUID } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { type Belongings, furnish } from "../support/belongings.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type Operation, operations } from "../support/operations.ts";
import { NAMED, wordsOf } from "../support/path-words.ts";
import type { Answer } from "../support/request.ts";
import { openStream } from "../support/stream.ts";
import { waitFor } from "../support/wait.ts";

/** Written by the worker by itself, some seconds after the telemetry came; no operation does. */
const OF_DETECTION = ["detection_state", "log_pattern"];
/** Listed under an incident alone. */
const OF_INCIDENTS = ["comments", "runs"];

const isId = (name: string): boolean => name.endsWith("Id");

/** The path with ids in it, one for each of its words. */
function filled(operation: Operation, ids: readonly string[]): string {
  let next = 0;
  return operation.template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(ids[next++] as string));
}

/** An answer without what was asked for and without times; two that are equal tell nothing of which of the two was asked. */
const told = ({ status, text, headers }: Answer, asked: readonly string[]): object => ({
  status,
  text: asked
    .reduce((rest, id) => rest.replaceAll(id, "<asked>"), text)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "<id>"),
  link: headers.get("link"),
  count: headers.get("x-total-count"),
});

describe("what belongs to another organization", function () {
  this.timeout(60_000);
  const all = operations().filter(({ permission }) => permission !== undefined);
  let daemon: TestDaemon;
  /** Whose things are asked for, and who asks, with every permission. */
  let alice: Belongings;
  let bob: Belongings;

  before(async () => {
    daemon = await startTestDaemon();
    alice = await furnish(daemon, "alice-and-sons");
    bob = await furnish(daemon, "bob-and-daughters");
  });
  after(() => daemon.stop());

  /** Bob asks. */
  const ask = (operation: Operation, path: string, body: unknown = operation.example): Promise<Answer> =>
    core(daemon, path, { method: operation.method, token: bob.token, ...(body === undefined ? {} : { body }) });

  function idOf(owner: Belongings, word: string): string {
    const id = owner.ids.get(word);
    if (id === undefined) throw new Error(`Nobody has any of ${word} here: furnish() has to make one.`);
    return id;
  }
  const idsOf = (owner: Belongings, operation: Operation): string[] =>
    wordsOf(operation).map((word) => idOf(owner, word));

  /** The example of an operation's body, about what is Bob's. */
  const withOwnIds = ({ fields, example }: Operation): unknown =>
    example && { ...example, ...Object.fromEntries(fields.flatMap((field) => ownId(field))) };
  const ownId = (field: string): [string, string][] => {
    const id = bob.ids.get(NAMED[field] ?? "");
    return id === undefined ? [] : [[field, id]];
  };

  function tellsNothing(text: string, what: string): void {
    for (const secret of [alice.organization, ...alice.ids.values()]) {
      expect(text, `${what} tells of ${secret}`).to.not.include(secret);
    }
  }

  /** Every row of Alice, in every table. */
  function rowsOfAlice(): Readonly<Record<string, unknown>> {
    const database = new Database(join(daemon.dataDir, "tocsin.db"), { readonly: true });
    const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
    const rows: [string, unknown][] = tables
      .filter((table) => !OF_DETECTION.includes(table))
      .filter((table) => (database.pragma(`table_info(${table})`) as { name: string }[]).some(isScoped))
      .map((table) => [
        table,
        database.prepare(`select * from ${table} where organization_id = ?`).all(alice.organization),
      ]);
    database.close();
    return Object.fromEntries(rows);
  }
  const isScoped = ({ name }: { readonly name: string }): boolean => name === "organization_id";

  it("is not in the answer of any operation that asks for no id", async () => {
    let answersOfAlice = "";
    for (const operation of all.filter((each) => wordsOf(each).length === 0 && !each.streams)) {
      const answer = await ask(operation, operation.path, withOwnIds(operation));
      // 400 where the example names a day that has passed since.
      expect(answer.status, `${operation.id}: ${answer.text}`).to.be.oneOf([200, 201, 400]);
      tellsNothing(answer.text, operation.id);
      if (operation.method === "GET")
        answersOfAlice += (await core(daemon, operation.path, { token: alice.token })).text;
    }
    for (const [word, id] of alice.ids) {
      if (!OF_INCIDENTS.includes(word)) expect(answersOfAlice, `Alice's own lists show her ${word}`).to.include(id);
    }
  });

  it("is not on the stream", async () => {
    const stream = await openStream(daemon.core, bob.token, "0");
    const body = { title: "t", description: "d", severity: "LOW", affectedServices: [] };
    const opened: string[] = [];
    for (const { token } of [alice, bob]) {
      const answer = await core(daemon, "/incidents", { token, body });
      opened.push(answer.json<{ id: string }>().id);
    }
    await waitFor(() => stream.text().includes(opened[1] as string), { what: "Bob's incident on his stream" });
    expect(stream.text()).to.not.include(opened[0]);
    tellsNothing(stream.text(), "the stream");
    stream.close();
  });

  // Operations that describe no 404 make what they name, and come last: others then find it.
  const byId = all
    .filter((each) => wordsOf(each).length > 0)
    .sort((one, other) => Number(other.statuses.includes(404)) - Number(one.statuses.includes(404)));
  for (const operation of byId) {
    it(`answers ${operation.id} as if it did not exist`, async () => {
      const before = rowsOfAlice();
      const [hers, his] = [idsOf(alice, operation), idsOf(bob, operation)];
      // All ids are hers; then each one alone, beside his own.
      for (const places of [
        hers.map((_, place) => place),
        ...(hers.length > 1 ? hers.map((_, place) => [place]) : []),
      ]) {
        const asked = his.map((own, place) => (places.includes(place) ? (hers[place] as string) : own));
        const unknown = his.map((own, place) => (places.includes(place) ? randomUUID() : own));
        const answer = await ask(operation, filled(operation, asked));
        const what = `${operation.method} ${filled(operation, asked)}: ${answer.text}`;
        if (places.length === hers.length && operation.statuses.includes(404)) {
          expect(answer.status, what).to.equal(404);
        }
        expect(told(answer, asked), what).to.deep.equal(
          told(await ask(operation, filled(operation, unknown)), unknown),
        );
      }
      expect(rowsOfAlice()).to.deep.equal(before);
    });
  }

  for (const operation of all.filter(({ fields }) => fields.some(isId))) {
    it(`answers ${operation.id} with her id in the body as if it did not exist`, async () => {
      const path = filled(operation, idsOf(bob, operation));
      const ids = operation.fields.filter(isId);
      const of = (owner: Belongings, field: string): string => idOf(owner, NAMED[field] ?? field);
      const his = { ...operation.example, ...Object.fromEntries(ids.map((field) => [field, of(bob, field)])) };
      for (const field of ids) {
        const [hers, unknown] = [of(alice, field), randomUUID()];
        const answer = await ask(operation, path, { ...his, [field]: hers });
        expect(answer.status, answer.text).to.equal(404);
        const other = await ask(operation, path, { ...his, [field]: unknown });
        expect(told(answer, [hers])).to.deep.equal(told(other, [unknown]));
      }
    });
  }

  for (const operation of all.filter(({ query }) => query.some(isId))) {
    it(`answers ${operation.id} with her id in the query as if it did not exist`, async () => {
      for (const name of operation.query.filter(isId)) {
        const hers = idOf(alice, NAMED[name] ?? name);
        const unknown = randomUUID().slice(0, hers.length);
        const answer = await ask(operation, `${operation.path}?${name}=${hers}`);
        expect(answer.status, answer.text).to.equal(200);
        const other = await ask(operation, `${operation.path}?${name}=${unknown}`);
        expect(told(answer, [hers])).to.deep.equal(told(other, [unknown]));
      }
    });
  }

  it("is not reached by a body that names her organization or her ids", async () => {
    const before = rowsOfAlice();
    for (const operation of all.filter(({ example }) => example !== undefined)) {
      const words = wordsOf(operation);
      const id = idOf(alice, words.at(-1) ?? "incidents");
      const organization = { organizationId: alice.organization, organization_id: alice.organization };
      const incidentId = alice.ids.get("incidents") ?? "";
      const body = { ...operation.example, ...organization, id, incidentId };
      const answer = await ask(operation, filled(operation, idsOf(bob, operation)), body);
      expect(answer.status, `${operation.id}: ${answer.text}`).to.be.below(500);
      // What takes an incident's id names it as the one that was asked for.
      tellsNothing(answer.text.replaceAll(incidentId, "<asked>"), operation.id);
    }
    expect(rowsOfAlice()).to.deep.equal(before);
    for (const operation of all.filter((each) => each.method === "GET" && wordsOf(each).length === 1)) {
      if (wordsOf(operation)[0] === "catalog") continue;
      const answer = await ask(operation, filled(operation, idsOf(bob, operation)));
      expect(answer.status, `${operation.id} still finds what is Bob's`).to.equal(200);
    }
  });
});
