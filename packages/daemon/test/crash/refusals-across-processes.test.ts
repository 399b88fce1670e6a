import { rmSync } from "node:fs";
import { expect } from "chai";
import { type Fresh, onPostgres } from "../store/engines.ts";
import { core, ingest, temporaryFolder } from "../support/daemon.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { hasRabbit, openRabbit, type Rabbit } from "../support/rabbit.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

onPostgres("Refusals of two ingest processes", (fresh) => {
  let rabbit: Rabbit | undefined;
  let store: Fresh | undefined;
  const folders: string[] = [];
  const running: DaemonProcess[] = [];
  before(async function () {
    this.timeout(120_000);
    if (!hasRabbit()) return this.skip();
    rabbit = await openRabbit();
    await rabbit.start();
    store = await fresh();
  });
  after(async function () {
    this.timeout(60_000);
    for (const each of running) await each.end("SIGTERM");
    await store?.drop();
    rabbit?.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const start = async (role: "ingest" | "core"): Promise<DaemonProcess> => {
    const { target } = store as Fresh;
    const folder = temporaryFolder();
    folders.push(folder);
    const daemon = await startDaemonProcess(folder, {
      TOCSIN_DATABASE_URL: target.kind === "postgres" ? target.url : "",
      TOCSIN_AMQP_URL: (rabbit as Rabbit).url,
      TOCSIN_SECRET_KEY: SECRET_KEY,
      TOCSIN_DEFAULT_SERVICES_MAX: "5",
      TOCSIN_ROLES: role,
    });
    running.push(daemon);
    return daemon;
  };

  it("add up on the core interface of a third", async () => {
    const [one, two, reader] = [await start("ingest"), await start("ingest"), await start("core")];
    const statuses: number[] = [];
    for (const service of ["a", "b", "c", "d", "e", "f"])
      statuses.push((await ingest(one, "/events/logs", log({ service }))).status);
    statuses.push((await ingest(two, "/events/logs", log({ service: "g" }))).status);
    expect(statuses).to.deep.equal([202, 202, 202, 202, 202, 403, 403]);
    const refusals = async () =>
      (await core(reader, "/events/refusals", { token: tokenOf("shop") })).json<{ count: number; advice: string }[]>();
    await waitFor(async () => (await refusals())[0]?.count === 2, { within: 20_000, what: "both refusals" });
    expect((await refusals())[0]?.advice).to.equal("Send the header x-organization-id: shop");
  }).timeout(120_000);
});
