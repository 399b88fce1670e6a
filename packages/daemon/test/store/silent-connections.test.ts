import { expect } from "chai";
import { isTransient } from "../../src/store/sql/classify-error.ts";
import { openPool, type Pool } from "../../src/store/sql/postgres-pool.ts";
import { type BrokerProxy, openProxy } from "../broker/proxy.ts";
import { postgresUrl } from "../support/services.ts";

const { url, reason } = await postgresUrl();
const title = "A connection to PostgreSQL that falls silent";

(url === undefined ? describe.skip : describe)(url === undefined ? `${title} (pending: ${reason})` : title, () => {
  let proxy: BrokerProxy;
  let pool: Pool;
  beforeEach(async () => {
    proxy = await openProxy(url as string);
    pool = openPool(proxy.url, { name: "test", connectionsMax: 1, silenceMsMax: 300 });
  });
  afterEach(async () => {
    await pool.end();
    await proxy.close();
  });

  it("is given up, and the next statement has a new one", async () => {
    await pool.query("select 1");
    proxy.freeze();
    const error = await pool.query("select 2").then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.an("error");
    expect(isTransient(error)).to.equal(true);
    const { rows } = await pool.query("select 3 as answer");
    expect(rows).to.deep.equal([{ answer: 3 }]);
  });

  it("holds the locks of its transaction no longer", async () => {
    const lock = "select pg_advisory_xact_lock(4711)";
    const client = await pool.connect();
    client.on("error", () => undefined);
    await client.query("begin");
    await client.query(lock);
    proxy.freeze();
    // It lies unread before the end of the connection, as after a lost route.
    client.query("select 1").catch(() => undefined);
    const other = openPool(url as string, { name: "other", connectionsMax: 1 });
    try {
      await other.query(lock);
    } finally {
      client.release(true);
      await other.end();
    }
  });

  it("stays while its statements are answered", async () => {
    for (let count = 0; count < 3; count += 1) await pool.query("select pg_sleep(0.2)");
    expect(proxy.opened()).to.equal(1);
  });
});
