import { expect } from "chai";
import { core, ingest } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import type { DaemonProcess } from "../support/process.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

describeDaemonGroup("Refusals of two ingest processes", (startDaemon) => {
  const start = (role: "ingest" | "core"): Promise<DaemonProcess> =>
    startDaemon(role, { settings: { TOCSIN_DEFAULT_SERVICES_MAX: "5" } });

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
