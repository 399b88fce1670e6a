import fc from "fast-check";
import type { Scope } from "../../src/model/scope.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "../store/engines.ts";
import { ACME, NOW } from "../store/samples.ts";
import { History, step } from "./correlation-history.ts";
import { givenRules, writeRules } from "./history.ts";

onEachEngine("Any history under any rules", (fresh) => {
  let store: Fresh;
  let database: Database;
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
  });
  after(() => store.drop());

  let organizations = 0;
  const another = (): Scope => ({ ...ACME, organizationId: `org-${++organizations}` });
  const runs = (sqlite: number, postgres: number) => ({ numRuns: database.kind === "sqlite" ? sqlite : postgres });

  it("loses no incident, hides none, and is explained by its decisions", function () {
    this.timeout(120_000);
    return fc.assert(
      fc.asyncProperty(givenRules, fc.array(step, { minLength: 20, maxLength: 30 }), async (given, steps) => {
        const scope = another();
        const history = new History(database, scope, await writeRules(database, scope, given, NOW));
        for (const each of steps) await history.take(each);
        await history.isListed();
      }),
      runs(40, 8),
    );
  });
});
