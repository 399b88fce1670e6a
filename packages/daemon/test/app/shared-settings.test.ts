import { expect } from "chai";
import { onPostgres } from "../store/engines.ts";
import { SECRET } from "../support/tokens.ts";
import { KEY, sharedDatabase } from "./shared-database.ts";

const OTHER_KEY = "Zp3nRk8tVb1yMw6xQc9sLf2hJd7gUa4eTo5iWq0zXvB=";

onPostgres("Processes that share a database", (fresh) => {
  const world = sharedDatabase(fresh);

  it("with the same settings start beside each other, whatever their roles", async () => {
    await world.register({ TOCSIN_ROLES: "ingest" });
    await world.register({ TOCSIN_ROLES: "core" });
    await world.register({ TOCSIN_ROLES: "worker" });
    expect(await world.query("select roles from process_registration order by roles")).to.deep.equal([
      { roles: "core" },
      { roles: "ingest" },
      { roles: "worker" },
    ]);
  });

  it("with another number of partitions are refused, with the process and both numbers", async () => {
    await world.register({ TOCSIN_ROLES: "worker" });
    expect(await world.refusalOf({ TOCSIN_ROLES: "ingest", TOCSIN_AMQP_PARTITIONS: "4" })).to.match(
      /the process \d+ on .+\(worker; version .+; seen \d+ s ago\): TOCSIN_AMQP_PARTITIONS is 4 here and 8 there\. Give all/,
    );
  });

  it("with workers on queues of their own are refused, whichever comes first", async () => {
    const embedded = { TOCSIN_AMQP_URL: "" };
    await world.register({ TOCSIN_ROLES: "worker" });
    expect(await world.refusalOf(embedded)).to.match(/several processes .+ on one database need RabbitMQ/);
    for (const stop of world.stops.splice(0)) await stop();
    await world.register(embedded);
    expect(await world.refusalOf(embedded)).to.match(/several processes .+ on one database need RabbitMQ/);
    expect(await world.refusalOf({ TOCSIN_ROLES: "core" })).to.equal("registered");
  });

  it("are refused where ingestion has a queue of its own, which no worker reads", async () => {
    await world.register({ TOCSIN_ROLES: "worker" });
    expect(await world.refusalOf({ TOCSIN_ROLES: "ingest", TOCSIN_AMQP_URL: "" })).to.match(
      /several processes .+ on one database need RabbitMQ/,
    );
  });

  it("are refused where their brokers differ, unless one of them couldn't be asked", async () => {
    await world.register({ TOCSIN_ROLES: "worker" }, "rabbit@one, virtual host /");
    expect(await world.refusalOf({ TOCSIN_ROLES: "ingest" }, "rabbit@one, virtual host staging")).to.include(
      "TOCSIN_AMQP_URL leads to rabbit@one, virtual host staging here and to rabbit@one, virtual host / there",
    );
    expect(await world.refusalOf({ TOCSIN_ROLES: "ingest" })).to.equal("registered");
    expect(await world.refusalOf({ TOCSIN_ROLES: "core" }, "rabbit@two, virtual host /")).to.equal("registered");
  });

  it("with another key set are refused, by the name of the setting that this process uses", async () => {
    const issuer = {
      TOCSIN_JWT_ISSUER: "https://id.example.com",
      TOCSIN_JWT_AUDIENCE: "tocsin",
      TOCSIN_JWT_SECRET: "",
    };
    await world.register({ ...issuer, TOCSIN_JWKS_URL: "https://id.example.com/keys" });
    const message = await world.refusalOf({ ...issuer, TOCSIN_JWKS_URL: "https://id.example.com/other" });
    expect(message)
      .to.match(/: TOCSIN_JWKS_URL differs\. Give/)
      .and.not.include("TOCSIN_JWT_SECRET");
  });

  it("with another secret are refused, also where one made its own, and the message shows neither", async () => {
    await world.register();
    const differs = await world.refusalOf({ TOCSIN_JWT_SECRET: OTHER_KEY });
    expect(differs)
      .to.match(/TOCSIN_JWT_SECRET differs/)
      .and.not.include(OTHER_KEY);
    expect(await world.refusalOf({ TOCSIN_SECRET_KEY: "" })).to.match(/TOCSIN_SECRET_KEY is not set here.+of its own/);
    expect(await world.refusalOf({ TOCSIN_ROLES: "ingest", TOCSIN_SECRET_KEY: "" }), "ingestion uses no key").to.equal(
      "registered",
    );
  });

  it("keep nothing in the database from which a secret could be read", async () => {
    await world.register();
    const [row] = await world.query<{ settings: string }>("select settings from process_registration");
    for (const secret of [SECRET, KEY]) {
      expect(row?.settings).to.not.include(secret);
      expect(row?.settings).to.not.include(Buffer.from(secret).toString("hex").slice(0, 16));
    }
  });

  it("may start with other settings when those before have stopped, or were not seen for 20 s", async () => {
    const stop = await world.register();
    await world.stops.pop();
    await stop();
    const second = await world.register({ TOCSIN_AMQP_PARTITIONS: "4" });
    await world.query("update process_registration set seen_at = now() - interval '21 seconds'");
    expect(await world.refusalOf({ TOCSIN_AMQP_PARTITIONS: "2" })).to.equal("registered");
    world.stops.splice(world.stops.indexOf(second), 1);
    await second();
  });

  it("may start with other settings beside one seen in an hour, since the database's clock was set back", async () => {
    await world.register();
    await world.query("update process_registration set seen_at = now() + interval '1 hour'");
    expect(await world.refusalOf({ TOCSIN_AMQP_PARTITIONS: "2" })).to.equal("registered");
  });
});
