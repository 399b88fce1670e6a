import { rmSync } from "node:fs";
import { expect } from "chai";
import { core, temporaryFolder } from "../support/daemon.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { waitFor } from "../support/wait.ts";

interface Delivery {
  readonly id: string;
  readonly incidentId: string;
  readonly status: string;
}
interface Sent {
  readonly id: string;
  readonly events: readonly {
    readonly id: string;
    readonly incident: { readonly id: string; readonly status: string };
  }[];
}

const INCIDENTS = 60;

describe("notifications of a daemon that is killed while it sends, on the embedded database", function () {
  this.timeout(120_000);
  let dataDir = "";
  let receiver: Receiver;
  /** Called with the number of each message before it is answered. */
  let arrived: (count: number) => void | Promise<void> = () => undefined;
  beforeEach(async () => {
    dataDir = temporaryFolder();
    arrived = () => undefined;
    receiver = await startReceiver((count) => arrived(count));
  });
  afterEach(async () => {
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = (roles: string): Promise<DaemonProcess> =>
    startDaemonProcess(dataDir, { TOCSIN_ROLES: roles, TOCSIN_OUTBOUND_HOSTS: receiver.host });
  const deliveries = async (daemon: DaemonProcess): Promise<Delivery[]> =>
    (await core(daemon, "/notifications/deliveries?limit=500")).json<Delivery[]>();
  const sent = (): Sent[] => receiver.received.map(({ text }) => JSON.parse(text) as Sent);

  it("all arrive, each incident's in their order, and what was under way comes again under the same id", async () => {
    const quiet = await start("ingest,core");
    const settings = { url: `${receiver.url}/in` };
    const made = await core(quiet, "/notifications/channels", { body: { name: "pager", kind: "webhook", settings } });
    expect(made.status, made.text).to.equal(201);
    for (let count = 0; count < INCIDENTS; count++) {
      const body = { title: `Trouble ${count}`, description: "d", severity: "HIGH", affectedServices: [] };
      const { id } = (await core(quiet, "/incidents", { body })).json<{ id: string }>();
      await core(quiet, `/incidents/${id}/status`, { method: "PATCH", body: { status: "RESOLVED" } });
    }
    await quiet.end("SIGTERM");

    for (const last of [1, 3]) {
      const reached = Promise.withResolvers<void>();
      arrived = (count) => {
        if (count < last) return undefined;
        reached.resolve();
        // Nobody waits for this answer any more.
        return new Promise(() => undefined);
      };
      const dying = await start("ingest,core,worker");
      await reached.promise;
      expect(await dying.end("SIGKILL")).to.equal(null);
    }
    arrived = () => undefined;
    const daemon = await start("ingest,core,worker");
    const all = await waitFor(
      async () => {
        const list = await deliveries(daemon);
        return list.every(({ status }) => status === "delivered") && list;
      },
      { within: 30_000, what: "the end of all deliveries" },
    );
    expect(all).to.have.length(2 * INCIDENTS);
    const messages = sent();
    const first = messages.filter(({ id }, index) => messages.findIndex((each) => each.id === id) === index);
    const again = messages.filter((message) => !first.includes(message));
    expect(again.length, "what was under way came twice").to.be.at.least(1);
    for (const message of again) expect(first).to.deep.include(message);
    const events = first.flatMap((message) => message.events);
    expect(events.map(({ id }) => id).toSorted()).to.deep.equal(all.map(({ id }) => id).toSorted());
    for (const [id, own] of Map.groupBy(events, ({ incident }) => incident.id)) {
      expect(
        own.map(({ incident }) => incident.status),
        id,
      ).to.deep.equal(["OPEN", "RESOLVED"]);
    }
    await daemon.end("SIGTERM");
  });
});
