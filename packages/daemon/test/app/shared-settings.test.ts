import { expect } from "chai";
import pg from "pg";
import { type Registration, registerProcess } from "../../src/app/backends/registration.ts";
import { readConfig } from "../../src/app/config/config.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { openPartitionCount } from "../../src/store/partitions/partition-count.ts";
import { openProxy } from "../broker/proxy.ts";
import { type Fresh, onPostgres } from "../store/engines.ts";
import { startTestDaemon, temporaryFolder } from "../support/daemon.ts";
import { SECRET } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const KEY = "k7Qz0vXfJp2mW9sLrT4yBn6hGd8cAe1uKj5oVi3xRwE=";
const OTHER_KEY = "Zp3nRk8tVb1yMw6xQc9sLf2hJd7gUa4eTo5iWq0zXvB=";

onPostgres("Processes that share a database", (fresh) => {
  let database: Fresh;
  const stops: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    database = await fresh();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await database.drop();
  });

  const url = (): string => (database.target.kind === "postgres" ? database.target.url : "");
  const configOf = (more: Readonly<Record<string, string>>) =>
    readConfig({
      TOCSIN_DATA_DIR: temporaryFolder(),
      TOCSIN_DATABASE_URL: url(),
      TOCSIN_AMQP_URL: "amqp://127.0.0.1:1",
      TOCSIN_JWT_SECRET: SECRET,
      TOCSIN_SECRET_KEY: KEY,
      ...more,
    });
  const start = async (more: Readonly<Record<string, string>> = {}, broker?: string): Promise<Registration> => {
    const registration = await registerProcess(configOf(more), broker, silentLogger);
    stops.push(registration.end);
    return registration;
  };
  const register = async (more: Readonly<Record<string, string>> = {}, broker?: string): Promise<() => Promise<void>> =>
    (await start(more, broker)).end;
  const problemOf = (work: Promise<void>): Promise<string> =>
    work.then(
      () => "none",
      (error: Error) => error.message,
    );
  const refusalOf = (more: Readonly<Record<string, string>>, broker?: string): Promise<string> =>
    register(more, broker).then(
      () => "registered",
      (error: Error) => error.message,
    );
  const query = async <Row extends object>(sql: string): Promise<readonly Row[]> => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  it("with the same settings start beside each other, whatever their roles", async () => {
    await register({ TOCSIN_ROLES: "ingest" });
    await register({ TOCSIN_ROLES: "core" });
    await register({ TOCSIN_ROLES: "worker" });
    expect(await query("select roles from process_registration order by roles")).to.deep.equal([
      { roles: "core" },
      { roles: "ingest" },
      { roles: "worker" },
    ]);
  });

  it("with another number of partitions are refused, with the process and both numbers", async () => {
    await register({ TOCSIN_ROLES: "worker" });
    expect(await refusalOf({ TOCSIN_ROLES: "ingest", TOCSIN_AMQP_PARTITIONS: "4" })).to.match(
      /the process \d+ on .+\(worker; version .+; seen \d+ s ago\): TOCSIN_AMQP_PARTITIONS is 4 here and 8 there\. Give all/,
    );
  });

  it("with workers on queues of their own are refused, whichever comes first", async () => {
    const embedded = { TOCSIN_AMQP_URL: "" };
    await register({ TOCSIN_ROLES: "worker" });
    expect(await refusalOf(embedded)).to.match(/several processes .+ on one database need RabbitMQ/);
    for (const stop of stops.splice(0)) await stop();
    await register(embedded);
    expect(await refusalOf(embedded)).to.match(/several processes .+ on one database need RabbitMQ/);
    expect(await refusalOf({ TOCSIN_ROLES: "core" })).to.equal("registered");
  });

  it("are refused where ingestion has a queue of its own, which no worker reads", async () => {
    await register({ TOCSIN_ROLES: "worker" });
    expect(await refusalOf({ TOCSIN_ROLES: "ingest", TOCSIN_AMQP_URL: "" })).to.match(
      /several processes .+ on one database need RabbitMQ/,
    );
  });

  it("are refused where their brokers differ, unless one of them couldn't be asked", async () => {
    await register({ TOCSIN_ROLES: "worker" }, "rabbit@one, virtual host /");
    expect(await refusalOf({ TOCSIN_ROLES: "ingest" }, "rabbit@one, virtual host staging")).to.include(
      "TOCSIN_AMQP_URL leads to rabbit@one, virtual host staging here and to rabbit@one, virtual host / there",
    );
    expect(await refusalOf({ TOCSIN_ROLES: "ingest" })).to.equal("registered");
    expect(await refusalOf({ TOCSIN_ROLES: "core" }, "rabbit@two, virtual host /")).to.equal("registered");
  });

  it("with another key set are refused, by the name of the setting that this process uses", async () => {
    const issuer = {
      TOCSIN_JWT_ISSUER: "https://id.example.com",
      TOCSIN_JWT_AUDIENCE: "tocsin",
      TOCSIN_JWT_SECRET: "",
    };
    await register({ ...issuer, TOCSIN_JWKS_URL: "https://id.example.com/keys" });
    const message = await refusalOf({ ...issuer, TOCSIN_JWKS_URL: "https://id.example.com/other" });
    expect(message)
      .to.match(/: TOCSIN_JWKS_URL differs\. Give/)
      .and.not.include("TOCSIN_JWT_SECRET");
  });

  it("with another secret are refused, also where one made its own, and the message shows neither", async () => {
    await register();
    const differs = await refusalOf({ TOCSIN_JWT_SECRET: OTHER_KEY });
    expect(differs)
      .to.match(/TOCSIN_JWT_SECRET differs/)
      .and.not.include(OTHER_KEY);
    expect(await refusalOf({ TOCSIN_SECRET_KEY: "" })).to.match(/TOCSIN_SECRET_KEY is not set here.+of its own/);
    expect(await refusalOf({ TOCSIN_ROLES: "ingest", TOCSIN_SECRET_KEY: "" }), "ingestion uses no key").to.equal(
      "registered",
    );
  });

  it("keep nothing in the database from which a secret could be read", async () => {
    await register();
    const [row] = await query<{ settings: string }>("select settings from process_registration");
    for (const secret of [SECRET, KEY]) {
      expect(row?.settings).to.not.include(secret);
      expect(row?.settings).to.not.include(Buffer.from(secret).toString("hex").slice(0, 16));
    }
  });

  it("may start with other settings when those before have stopped, or were not seen for 20 s", async () => {
    const stop = await register();
    await stops.pop();
    await stop();
    const second = await register({ TOCSIN_AMQP_PARTITIONS: "4" });
    await query("update process_registration set seen_at = now() - interval '21 seconds'");
    expect(await refusalOf({ TOCSIN_AMQP_PARTITIONS: "2" })).to.equal("registered");
    stops.splice(stops.indexOf(second), 1);
    await second();
  });

  it("may start with other settings beside one seen in an hour, since the database's clock was set back", async () => {
    await register();
    await query("update process_registration set seen_at = now() + interval '1 hour'");
    expect(await refusalOf({ TOCSIN_AMQP_PARTITIONS: "2" })).to.equal("registered");
  });

  it("whose broker was away at the start are compared once a link reaches it, and again at each try", async () => {
    const [first, second] = [await start({ TOCSIN_ROLES: "worker" }), await start({ TOCSIN_ROLES: "ingest" })];
    await first.confirmBroker("consumer", "rabbit@one, virtual host /");
    const message = await problemOf(second.confirmBroker("publisher", "rabbit@one, virtual host staging"));
    expect(message).to.match(
      /the process \d+ on .+\(worker; version [^;]+\): TOCSIN_AMQP_URL leads to rabbit@one, virtual host staging here and to rabbit@one, virtual host \/ there/,
    );
    expect(await problemOf(second.confirmBroker("publisher", "rabbit@one, virtual host staging"))).to.equal(message);
    await second.confirmBroker("publisher", "rabbit@one, virtual host /");
    expect(await refusalOf({ TOCSIN_ROLES: "ingest" }, "rabbit@one, virtual host staging")).to.include(
      "TOCSIN_AMQP_URL",
    );
  });

  it("of which one leads to two brokers use the first", async () => {
    const { confirmBroker } = await start();
    await confirmBroker("consumer", "rabbit@one, virtual host /, mark 1");
    expect(await problemOf(confirmBroker("publisher", "rabbit@one, virtual host /, mark 2"))).to.equal(
      "TOCSIN_AMQP_URL leads this process to rabbit@one, virtual host /, mark 2 (publisher) and to rabbit@one, virtual host /, mark 1 (consumer).",
    );
  });

  it("all use a broker that lost its data once none of them leads to the earlier one", async () => {
    const [earlier, later] = ["rabbit@one, virtual host /, mark 1", "rabbit@one, virtual host /, mark 2"];
    const processes = [await start({}, earlier), await start({}, earlier), await start({}, earlier)];
    for (const { confirmBroker } of processes)
      for (const link of ["publisher", "consumer"]) await confirmBroker(link, earlier);
    const [first, second, third] = processes as [Registration, Registration, Registration];
    for (const link of ["publisher", "consumer"]) {
      expect(await problemOf(first.confirmBroker(link, later)), link).to.match(/TOCSIN_AMQP_URL leads/);
      expect(await problemOf(second.confirmBroker(link, later)), link).to.match(/TOCSIN_AMQP_URL leads/);
    }
    expect(await problemOf(third.confirmBroker("publisher", later)), "the other link").to.match(/leads this process/);
    const links = ["consumer", "publisher", "consumer"];
    for (const { confirmBroker } of [third, second, first])
      for (const link of links) expect(await problemOf(confirmBroker(link, later)), link).to.equal("none");
  });

  it("need no database for the broker that they registered, and use no other one while it is away", async () => {
    const proxy = await openProxy(url());
    try {
      const { confirmBroker } = await start({ TOCSIN_DATABASE_URL: proxy.url }, "rabbit@one, virtual host /");
      proxy.cut();
      await confirmBroker("publisher", "rabbit@one, virtual host /");
      expect(await problemOf(confirmBroker("publisher", "rabbit@two, virtual host /"))).to.match(
        /^PostgreSQL can't be asked which broker the other processes use: ./,
      );
      proxy.restore();
      await confirmBroker("publisher", "rabbit@two, virtual host /");
    } finally {
      for (const stop of stops.splice(0)) await stop();
      await proxy.close();
    }
  });

  it("are compared again by one that was paused for 20 s, which warns while the other one is there", async () => {
    const errors: string[] = [];
    const logger = { ...silentLogger, error: (message: string) => void errors.push(message) };
    const paused = await registerProcess(configOf({}), undefined, logger);
    stops.push(paused.end);
    await query("update process_registration set seen_at = now() - interval '21 seconds'");
    const stop = await register({ TOCSIN_SECRET_KEY: OTHER_KEY });
    await waitFor(async () => paused.warnings().length > 0, { within: 20_000, what: "the warning" });
    expect(paused.warnings()[0]).to.match(
      /^The settings don't fit those of the process \d+ .+TOCSIN_SECRET_KEY differs/,
    );
    expect(await query("select settings from process_registration")).to.have.lengthOf(1);
    await stop();
    stops.pop();
    await waitFor(async () => paused.warnings().length === 0, { within: 20_000, what: "no warning" });
    expect(await query("select settings from process_registration")).to.have.lengthOf(1);
    expect(errors).to.have.lengthOf(1);
  }).timeout(60_000);

  it("are not held up by one that was killed on the same machine", async () => {
    await register();
    // Above the highest number that Linux gives.
    await query("update process_registration set pid = 4194305");
    expect(await refusalOf({ TOCSIN_AMQP_PARTITIONS: "2" })).to.equal("registered");
  });

  it("of which one is older keep a later version from changing the schema under it", async () => {
    await register();
    await query("update process_registration set schema = 'Before1764000000000', version = '0.0.9'");
    const started = startTestDaemon({ TOCSIN_DATABASE_URL: url(), TOCSIN_SECRET_KEY: KEY });
    const message = await started.then(
      (daemon) => daemon.stop().then(() => "started"),
      (error: Error) => error.message,
    );
    expect(message).to.match(/is alive, and its version 0\.0\.9 doesn't know the schema.+Stop all processes/);
  });

  it("with another number of partitions are named by a start, also where that number is what the database knows", async () => {
    await register({ TOCSIN_ROLES: "worker" });
    const counts = await openPartitionCount(database.target);
    await counts.write(8);
    await counts.close();
    const message = await startTestDaemon({
      TOCSIN_DATABASE_URL: url(),
      TOCSIN_AMQP_URL: "amqp://127.0.0.1:1",
      TOCSIN_AMQP_PARTITIONS: "4",
      TOCSIN_SECRET_KEY: KEY,
    }).then(
      (daemon) => daemon.stop().then(() => "started"),
      (error: Error) => error.message,
    );
    expect(message).to.match(/the process \d+ on .+TOCSIN_AMQP_PARTITIONS is 4 here and 8 there/);
  });

  it("are told by a start of the whole daemon too, which leaves its data directory free", async () => {
    await register({ TOCSIN_ROLES: "core" });
    const dataDir = temporaryFolder();
    const settings = { TOCSIN_DATABASE_URL: url(), TOCSIN_SECRET_KEY: OTHER_KEY };
    const message = await startTestDaemon(settings, dataDir).then(
      () => "started",
      (error: Error) => error.message,
    );
    expect(message).to.match(/TOCSIN_SECRET_KEY differs/);
    const daemon = await startTestDaemon({ ...settings, TOCSIN_SECRET_KEY: KEY }, dataDir);
    await daemon.stop();
  });
});
