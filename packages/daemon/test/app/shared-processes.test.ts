import { expect } from "chai";
import { openPartitionCount } from "../../src/store/partitions/partition-count.ts";
import { onPostgres } from "../store/engines.ts";
import { startTestDaemon, temporaryFolder } from "../support/daemon.ts";
import { KEY, sharedDatabase } from "./shared-database.ts";

const OTHER_KEY = "Zp3nRk8tVb1yMw6xQc9sLf2hJd7gUa4eTo5iWq0zXvB=";

onPostgres("Old, paused and killed processes that share a database", (fresh) => {
  const world = sharedDatabase(fresh);

  it("are not held up by one that was killed on the same machine", async () => {
    await world.register();
    // Above the highest number that Linux gives.
    await world.query("update process_registration set pid = 4194305");
    expect(await world.refusalOf({ TOCSIN_AMQP_PARTITIONS: "2" })).to.equal("registered");
  });

  it("of which one is older keep a later version from changing the schema under it", async () => {
    await world.register();
    await world.query("update process_registration set schema = 'Before1764000000000', version = '0.0.9'");
    const started = startTestDaemon({ TOCSIN_DATABASE_URL: world.url(), TOCSIN_SECRET_KEY: KEY });
    const message = await started.then(
      (daemon) => daemon.stop().then(() => "started"),
      (error: Error) => error.message,
    );
    expect(message).to.match(/is alive, and its version 0\.0\.9 doesn't know the schema.+Stop all processes/);
  });

  it("with another number of partitions are named by a start, also where that number is what the database knows", async () => {
    await world.register({ TOCSIN_ROLES: "worker" });
    const counts = await openPartitionCount(world.database.target);
    await counts.write(8);
    await counts.close();
    const message = await startTestDaemon({
      TOCSIN_DATABASE_URL: world.url(),
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
    await world.register({ TOCSIN_ROLES: "core" });
    const dataDir = temporaryFolder();
    const settings = { TOCSIN_DATABASE_URL: world.url(), TOCSIN_SECRET_KEY: OTHER_KEY };
    const message = await startTestDaemon(settings, dataDir).then(
      () => "started",
      (error: Error) => error.message,
    );
    expect(message).to.match(/TOCSIN_SECRET_KEY differs/);
    const daemon = await startTestDaemon({ ...settings, TOCSIN_SECRET_KEY: KEY }, dataDir);
    await daemon.stop();
  });
});
