import { expect } from "chai";
import { type Registration, registerProcess } from "../../src/app/backends/registration.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { openProxy } from "../broker/proxy.ts";
import { onPostgres } from "../store/engines.ts";
import { waitFor } from "../support/wait.ts";
import { sharedDatabase } from "./shared-database.ts";

const OTHER_KEY = "Zp3nRk8tVb1yMw6xQc9sLf2hJd7gUa4eTo5iWq0zXvB=";

onPostgres("The brokers of processes that share a database", (fresh) => {
  const world = sharedDatabase(fresh);

  it("whose broker was away at the start are compared once a link reaches it, and again at each try", async () => {
    const [first, second] = [
      await world.start({ TOCSIN_ROLES: "worker" }),
      await world.start({ TOCSIN_ROLES: "ingest" }),
    ];
    await first.confirmBroker("consumer", "rabbit@one, virtual host /");
    const message = await world.problemOf(second.confirmBroker("publisher", "rabbit@one, virtual host staging"));
    expect(message).to.match(
      /the process \d+ on .+\(worker; version [^;]+\): TOCSIN_AMQP_URL leads to rabbit@one, virtual host staging here and to rabbit@one, virtual host \/ there/,
    );
    expect(await world.problemOf(second.confirmBroker("publisher", "rabbit@one, virtual host staging"))).to.equal(
      message,
    );
    await second.confirmBroker("publisher", "rabbit@one, virtual host /");
    expect(await world.refusalOf({ TOCSIN_ROLES: "ingest" }, "rabbit@one, virtual host staging")).to.include(
      "TOCSIN_AMQP_URL",
    );
  });

  it("of which one leads to two brokers use the first", async () => {
    const { confirmBroker } = await world.start();
    await confirmBroker("consumer", "rabbit@one, virtual host /, mark 1");
    expect(await world.problemOf(confirmBroker("publisher", "rabbit@one, virtual host /, mark 2"))).to.equal(
      "TOCSIN_AMQP_URL leads this process to rabbit@one, virtual host /, mark 2 (publisher) and to rabbit@one, virtual host /, mark 1 (consumer).",
    );
  });

  it("all use a broker that lost its data once none of them leads to the earlier one", async () => {
    const [earlier, later] = ["rabbit@one, virtual host /, mark 1", "rabbit@one, virtual host /, mark 2"];
    const processes = [await world.start({}, earlier), await world.start({}, earlier), await world.start({}, earlier)];
    for (const { confirmBroker } of processes)
      for (const link of ["publisher", "consumer"]) await confirmBroker(link, earlier);
    const [first, second, third] = processes as [Registration, Registration, Registration];
    for (const link of ["publisher", "consumer"]) {
      expect(await world.problemOf(first.confirmBroker(link, later)), link).to.match(/TOCSIN_AMQP_URL leads/);
      expect(await world.problemOf(second.confirmBroker(link, later)), link).to.match(/TOCSIN_AMQP_URL leads/);
    }
    expect(await world.problemOf(third.confirmBroker("publisher", later)), "the other link").to.match(
      /leads this process/,
    );
    const links = ["consumer", "publisher", "consumer"];
    for (const { confirmBroker } of [third, second, first])
      for (const link of links) expect(await world.problemOf(confirmBroker(link, later)), link).to.equal("none");
  });

  it("need no database for the broker that they registered, and use no other one while it is away", async () => {
    const proxy = await openProxy(world.url());
    try {
      const { confirmBroker } = await world.start({ TOCSIN_DATABASE_URL: proxy.url }, "rabbit@one, virtual host /");
      proxy.cut();
      await confirmBroker("publisher", "rabbit@one, virtual host /");
      expect(await world.problemOf(confirmBroker("publisher", "rabbit@two, virtual host /"))).to.match(
        /^PostgreSQL can't be asked which broker the other processes use: ./,
      );
      proxy.restore();
      await confirmBroker("publisher", "rabbit@two, virtual host /");
    } finally {
      for (const stop of world.stops.splice(0)) await stop();
      await proxy.close();
    }
  });

  it("are compared again by one that was paused for 20 s, which warns while the other one is there", async () => {
    const errors: string[] = [];
    const logger = { ...silentLogger, error: (message: string) => void errors.push(message) };
    const paused = await registerProcess(world.configOf({}), undefined, logger);
    world.stops.push(paused.end);
    await world.query("update process_registration set seen_at = now() - interval '21 seconds'");
    const stop = await world.register({ TOCSIN_SECRET_KEY: OTHER_KEY });
    await waitFor(async () => paused.warnings().length > 0, { within: 20_000, what: "the warning" });
    expect(paused.warnings()[0]).to.match(
      /^The settings don't fit those of the process \d+ .+TOCSIN_SECRET_KEY differs/,
    );
    expect(await world.query("select settings from process_registration")).to.have.lengthOf(1);
    await stop();
    world.stops.pop();
    await waitFor(async () => paused.warnings().length === 0, { within: 20_000, what: "no warning" });
    expect(await world.query("select settings from process_registration")).to.have.lengthOf(1);
    expect(errors).to.have.lengthOf(1);
  }).timeout(60_000);
});
