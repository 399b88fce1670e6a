import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { type Belongings, furnish } from "../support/belongings.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type Operation, operations } from "../support/operations.ts";
import { NAMED, wordsOf } from "../support/path-words.ts";
import type { Answer } from "../support/request.ts";

/** Written by the worker by itself, some seconds after the telemetry came; no operation does. */
const OF_DETECTION = ["detection_state", "log_pattern"];

/** The stores and helpers of the tests about what belongs to another organization. */
export function organizationRequests() {
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

  // Operations that describe no 404 make what they name, and come last: others then find it.
  const byId = all
    .filter((each) => wordsOf(each).length > 0)
    .sort((one, other) => Number(other.statuses.includes(404)) - Number(one.statuses.includes(404)));

  return {
    all,
    ask,
    withOwnIds,
    tellsNothing,
    byId,
    rowsOfAlice,
    idsOf,
    idOf,
    get daemon() {
      return daemon;
    },
    get alice() {
      return alice;
    },
    get bob() {
      return bob;
    },
  };
}
