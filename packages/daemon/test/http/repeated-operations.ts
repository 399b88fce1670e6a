import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { type Belongings, furnish } from "../support/belongings.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type Operation, operations } from "../support/operations.ts";
import type { Answer } from "../support/request.ts";

/** They change nothing: a key would be of no use. */
const PREVIEWS = ["checkDetectionRules", "previewCorrelationRule", "previewDetectionRules", "previewRemediation"];

/** The keys themselves, and how far SQLite has counted. */
const UNTOLD = ["core_idempotency", "sqlite_sequence"];

export const posts = operations().filter(({ method }) => method === "POST");
export const keyed = posts.filter(({ id }) => !PREVIEWS.includes(id));

const inAnHour = new Date(Date.now() + 3_600_000).toISOString();

/** What the document's example doesn't fit, for what `furnish` made; undefined sends no body. */
const bodies: Readonly<Record<string, (of: Belongings) => unknown>> = {
  escalateIncident: ({ ids }) => ({ targetId: ids.get("team") }),
  runDiagnosticTool: ({ ids }) => ({ type: "getPodLogs", namespace: "default", pod: `${ids.get("catalog")}-1` }),
  requestRemediation: ({ ids }) => ({
    incidentId: ids.get("incidents"),
    actionType: "rollback-deployment",
    environment: "production",
    serviceName: ids.get("catalog"),
  }),
  createMaintenanceWindow: () => ({ services: ["planned"], endsAt: inAnHour, reason: "Upgrade" }),
};

/** Where it isn't the word before the parameter: a report, and the action that was requested here. */
const WORDS: Readonly<Record<string, string>> = {
  retryReportRun: "report-runs",
  rejectRemediation: "requestRemediation",
};

/** What an organization has, with what these requests made for it by the name of the operation. */
type World = Omit<Belongings, "ids"> & { readonly ids: Map<string, string> };
const worldOf = (of: Belongings): World => ({ ...of, ids: new Map(of.ids) });

export function pathOf({ id, template }: Operation, { ids }: Belongings): string {
  return template.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, word: string) => {
    const value = ids.get(WORDS[id] ?? word) ?? expect.fail(`furnish() makes none of ${word}.`);
    return `${word}/${encodeURIComponent(value)}`;
  });
}

/** The stores and helpers of the tests about a POST with an Idempotency-Key. */
export function repeatedOperations() {
  let daemon: TestDaemon;
  let sequel: World;
  let crowd: World;

  before(async () => {
    const whole = await startTestDaemon();
    sequel = worldOf(await furnish(whole, "sequel"));
    crowd = worldOf(await furnish(whole, "crowded"));
    const database = new Database(join(whole.dataDir, "tocsin.db"));
    database.exec("update dead_letter set payload = json_set(payload, '$.level', 'info')");
    database.close();
    // Without a worker nothing changes but by these requests.
    daemon = await whole.restart({ TOCSIN_ROLES: "core,ingest" });
  });
  after(() => daemon.stop());

  const send = (operation: Operation, of: Belongings, key: string): Promise<Answer> => {
    const body = (bodies[operation.id] ?? (() => operation.example))(of);
    return core(daemon, pathOf(operation, of), {
      method: "POST",
      token: of.token,
      headers: { "idempotency-key": key },
      ...(body === undefined ? {} : { body }),
    });
  };

  const reading = <Result>(read: (database: Database.Database) => Result): Result => {
    const database = new Database(join(daemon.dataDir, "tocsin.db"), { readonly: true });
    try {
      return read(database);
    } finally {
      database.close();
    }
  };
  /** Every row of every table but that of the keys themselves. */
  const allRows = (): Readonly<Record<string, readonly unknown[]>> =>
    reading((database) => {
      const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
      const telling = tables.filter((table) => !UNTOLD.includes(table)).sort();
      return Object.fromEntries(telling.map((table) => [table, database.prepare(`select * from ${table}`).all()]));
    });
  const sizes = (rows: Readonly<Record<string, readonly unknown[]>>): Readonly<Record<string, number>> =>
    Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length]));
  const grown = (before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): object =>
    Object.fromEntries(
      Object.entries(after)
        .map(([table, count]) => [table, count - (before[table] ?? 0)] as const)
        .filter(([, count]) => count !== 0),
    );

  const [comment] = keyed.filter(({ id }) => id === "addComment") as [Operation];
  const add = (key: string, body: string, token = sequel.token, query = ""): Promise<Answer> =>
    core(daemon, `${pathOf(comment, sequel)}${query}`, {
      method: "POST",
      token,
      headers: { "idempotency-key": key },
      body: { author: "Ann", body },
    });
  const comments = async (body: string): Promise<number> => {
    const list = await core(daemon, `${pathOf(comment, sequel)}?limit=1000`, { token: sequel.token });
    return list.json<{ body: string }[]>().filter((each) => each.body === body).length;
  };

  return {
    allRows,
    send,
    grown,
    sizes,
    add,
    comments,
    reading,
    comment,
    get sequel() {
      return sequel;
    },
    get crowd() {
      return crowd;
    },
    get daemon() {
      return daemon;
    },
    set daemon(value: TestDaemon) {
      daemon = value;
    },
  };
}
