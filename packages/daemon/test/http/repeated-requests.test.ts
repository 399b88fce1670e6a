import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { type Belongings, furnish } from "../support/belongings.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type Operation, operations } from "../support/operations.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { inSeconds, tokenOf } from "../support/tokens.ts";

/** They change nothing: a key would be of no use. */
const PREVIEWS = ["checkDetectionRules", "previewCorrelationRule", "previewDetectionRules", "previewRemediation"];

/** The keys themselves, and how far SQLite has counted. */
const UNTOLD = ["core_idempotency", "sqlite_sequence"];

const posts = operations().filter(({ method }) => method === "POST");
const keyed = posts.filter(({ id }) => !PREVIEWS.includes(id));

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

function pathOf({ id, template }: Operation, { ids }: Belongings): string {
  return template.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, word: string) => {
    const value = ids.get(WORDS[id] ?? word) ?? expect.fail(`furnish() makes none of ${word}.`);
    return `${word}/${encodeURIComponent(value)}`;
  });
}

describe("a POST with an Idempotency-Key", function () {
  this.timeout(60_000);
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

  it("is taken by every operation but those that only look", () => {
    const declared = posts.filter(({ takesKey }) => takesKey).map(({ id }) => id);
    expect(declared).to.deep.equal(keyed.map(({ id }) => id));
    expect(operations().filter(({ method, takesKey }) => takesKey && method !== "POST")).to.deep.equal([]);
    for (const { id, statuses } of keyed) expect(statuses, id).to.include.members([409, 422]);
  });

  // In the order of the document, in which no operation takes away what a later one needs.
  for (const operation of keyed) {
    it(`does ${operation.id} once, sent three times, and once, sent eight times at the same time`, async () => {
      const start = allRows();
      const first = await send(operation, sequel, operation.id);
      expect(first.status, first.text).to.be.oneOf([200, 201, 202]);
      expect(first.headers.get("idempotent-replayed")).to.equal(null);
      sequel.ids.set(operation.id, first.json<{ id?: string }>().id ?? "");
      const once = allRows();
      for (const _ of [2, 3]) {
        const again = await send(operation, sequel, operation.id);
        expect([again.status, again.text]).to.deep.equal([first.status, first.text]);
        expect(again.headers.get("content-type")).to.equal(first.headers.get("content-type"));
        expect(again.headers.get("idempotent-replayed")).to.equal("true");
      }
      expect(allRows()).to.deep.equal(once);

      const answers = await Promise.all(Array.from({ length: 8 }, () => send(operation, crowd, operation.id)));
      const last = await send(operation, crowd, operation.id);
      expect(last.status, last.text).to.equal(first.status);
      crowd.ids.set(operation.id, last.json<{ id?: string }>().id ?? "");
      for (const { status, text, headers } of answers) {
        if (status === 409 && headers.has("retry-after")) expect(text).to.contain("still running");
        else expect([status, text]).to.deep.equal([last.status, last.text]);
      }
      expect(grown(sizes(once), sizes(allRows()))).to.deep.equal(grown(sizes(start), sizes(once)));
    });
  }

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

  it("is refused with 422 where body, path or query are others", async () => {
    expect((await add("a", "one")).status).to.equal(201);
    const others = [
      await add("a", "another"),
      await add("a", "one", sequel.token, "?x=1"),
      await core(daemon, `/incidents/${crowd.ids.get("incidents")}/comments`, {
        token: sequel.token,
        headers: { "idempotency-key": "a" },
        body: { author: "Ann", body: "one" },
      }),
    ];
    for (const answer of others) {
      expect(answer.status).to.equal(422);
      expect(answer.json<ErrorBody>().message).to.contain("another path, query or body");
    }
    expect([await comments("one"), await comments("another")]).to.deep.equal([1, 0]);
  });

  it("of another subject, organization or operation is another one", async () => {
    const title = { title: "t", description: "d", severity: "LOW", affectedServices: ["keys"] };
    const open = (token: string): Promise<Answer> =>
      core(daemon, "/incidents", { token, headers: { "idempotency-key": "b" }, body: title });
    const [mine, hers, theirs] = [
      await open(sequel.token),
      await open(tokenOf("sequel", { sub: "grace" })),
      await open(crowd.token),
    ];
    expect([mine, hers, theirs].map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    expect(new Set([mine, hers, theirs].map((each) => each.json<{ id: string }>().id))).to.have.property("size", 3);
    expect((await add("b", "of the key b")).status).to.equal(201);
  });

  it("is of the subject, not of the token", async () => {
    const first = await add("c", "with two tokens");
    const again = await add("c", "with two tokens", tokenOf("sequel", { sub: "ann of sequel", exp: inSeconds(7_200) }));
    expect(again.text).to.equal(first.text);
    expect(await comments("with two tokens")).to.equal(1);
  });

  it("replays nothing to who may not do it any more", async () => {
    await add("d", "once allowed");
    const less = tokenOf("sequel", { sub: "ann of sequel", permissions: ["incidents:view"] });
    expect((await add("d", "once allowed", less)).status).to.equal(403);
  });

  it("answers a refusal of the operation again, though it would be done by now", async () => {
    const member = { name: "Bo", email: "bo@sequel.example", role: "engineer" };
    const enrol = (key: string): Promise<Answer> =>
      core(daemon, "/team", { token: sequel.token, headers: { "idempotency-key": key }, body: member });
    const { id } = (await enrol("e")).json<{ id: string }>();
    const refused = await enrol("f");
    expect(refused.status).to.equal(409);
    expect(refused.headers.get("retry-after")).to.equal(null);
    await core(daemon, `/team/${id}`, { method: "DELETE", token: sequel.token });
    const again = await enrol("f");
    expect([again.status, again.text]).to.deep.equal([409, refused.text]);
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    expect((await enrol("g")).status).to.equal(201);
  });

  it("isn't held by a request that the document refuses", async () => {
    expect((await add("h", "")).status).to.equal(400);
    expect((await add("h", "better")).status).to.equal(201);
  });

  it("is 1 to 255 characters long", async () => {
    expect((await add("k".repeat(255), "long")).status).to.equal(201);
    expect((await add("k".repeat(256), "long")).status).to.equal(400);
    expect((await add("", "long")).status).to.equal(400);
  });

  it("keeps no row without a key", async () => {
    const count = (): unknown =>
      reading((database) => database.prepare("select count(*) from core_idempotency").pluck().get());
    const before = count();
    await core(daemon, pathOf(comment, sequel), { token: sequel.token, body: { author: "Ann", body: "no key" } });
    expect(count()).to.equal(before);
  });

  it("keeps what was answered where nobody reads it in the database", async () => {
    const channel = { name: "signed", kind: "webhook", settings: { url: "https://hooks.example/in" } };
    const make = (): Promise<Answer> =>
      core(daemon, "/notifications/channels", {
        token: sequel.token,
        headers: { "idempotency-key": "i" },
        body: channel,
      });
    const { secret } = (await make()).json<{ secret: string }>();
    expect(secret).to.be.a("string");
    expect((await make()).json()).to.include({ secret });
    expect(
      JSON.stringify(reading((database) => database.prepare("select * from core_idempotency").all())),
    ).to.not.contain(secret);
  });

  it("says that an answer over 256 KiB was not kept, does nothing again, and says where to look", async () => {
    const runbook = { slug: "large", title: "Large", contentMd: "€".repeat(90_000) };
    const make = (): Promise<Answer> =>
      core(daemon, "/runbooks", { token: sequel.token, headers: { "idempotency-key": "j" }, body: runbook });
    expect((await make()).status).to.equal(201);
    const again = await make();
    expect(again.status).to.equal(409);
    expect(again.headers.get("retry-after")).to.equal(null);
    expect(again.json<ErrorBody>().message).to.equal(
      "The first request with this Idempotency-Key was answered with 201; that answer was too large to store. Read GET /runbooks.",
    );
  });

  it("answers the same over a restart", async () => {
    const first = await add("l", "over a restart");
    daemon = await daemon.restart({ TOCSIN_ROLES: "core,ingest" });
    const again = await add("l", "over a restart");
    expect([again.status, again.text]).to.deep.equal([201, first.text]);
    expect(await comments("over a restart")).to.equal(1);
  });
});
