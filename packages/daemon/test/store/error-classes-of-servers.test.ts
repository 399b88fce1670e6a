import { expect } from "chai";
import pg from "pg";
import { classifyError } from "../../src/store/sql/classify-error.ts";
import { postgresUrl } from "../support/services.ts";

const { url, reason } = await postgresUrl();

describe(`the table of error classes on a server's own errors${url === undefined ? ` (${reason})` : ""}`, () => {
  const connect = async (address: URL): Promise<unknown> => {
    const client = new pg.Client({ connectionString: address.toString() });
    client.on("error", () => undefined);
    return client
      .connect()
      .then(() => client.end())
      .catch((error: unknown) => error);
  };
  const changed = (change: (address: URL) => void): URL => {
    const address = new URL(url as string);
    change(address);
    return address;
  };
  before(function () {
    if (url === undefined) this.skip();
  });

  it("tells a database that doesn't exist from a server that isn't there", async () => {
    const absent = changed((address) => (address.pathname = "/tocsin_no_such_database"));
    expect(classifyError(await connect(absent))).to.equal("configuration");
    const closed = changed((address) => (address.port = "1"));
    expect(classifyError(await connect(closed))).to.equal("transient");
  });

  it("takes a session that an administrator ended for transient", async () => {
    const client = new pg.Client({ connectionString: url as string });
    client.on("error", () => undefined);
    await client.connect();
    const error = await client
      .query("select pg_terminate_backend(pg_backend_pid())")
      .catch((reason: unknown) => reason);
    expect(classifyError(error)).to.equal("transient");
    expect(classifyError(await client.query("select 1").catch((reason: unknown) => reason))).to.equal("transient");
    await client.end().catch(() => undefined);
  });
});
