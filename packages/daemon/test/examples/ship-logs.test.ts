import { expect } from "chai";
import { createDaemonProcess, type DaemonProcess } from "../shippers/daemon-process.ts";
import { allEvents, difference, eventWith, someEvents } from "../shippers/stored-events.ts";
import { startExample } from "./run-example.ts";

describe("The example ship-logs", function () {
  this.timeout(90_000);
  let daemon: DaemonProcess;
  before(async () => {
    daemon = await createDaemonProcess();
    await daemon.start();
  });
  after(() => daemon?.remove());

  for (const [app, shown] of [
    ["pino-app", "debug pool has 3 idle connections"],
    ["winston-app", 'info {"orderId":"A-1002"}'],
  ] as const) {
    it(`delivers what ${app} logs before it ends, with its levels, traces and metadata`, async () => {
      const { code, stdout } = await startExample(daemon, [`ship-logs/${app}.mjs`], { TOCSIN_ORGANIZATION: app }).ended;
      expect(code).to.equal(0);
      expect(stdout).to.include("order placed");
      await eventWith(daemon, app, "idle");
      const events = await allEvents(daemon, app);
      const said = events.map(({ level, message }) => `${level} ${message}`);
      expect(said).to.include.members(["info order placed", "error payment-api answered 503", shown]);
      const placed = events.find(({ message }) => message === "order placed");
      expect(placed).to.include({ service: "checkout-api", traceId: "4bf92f3577b34da6a3ce929d0e0e4736" });
      expect(placed?.metadata).to.include({ env: "production", region: "eu-1", orderId: "A-1001" });
    });

    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      it(`delivers every entry of ${app} once where the daemon is ended by ${signal} and started again meanwhile`, async () => {
        const organization = `${app}-${signal}`;
        const settings = { TOCSIN_ORGANIZATION: organization };
        const running = startExample(daemon, [`ship-logs/${app}.mjs`, "-"], settings);
        const sent: string[] = [];
        const say = (count: number): void => {
          const lines = Array.from({ length: count }, (_, n) => `entry ${sent.length + n + 1}`);
          sent.push(...lines);
          running.child.stdin.write(`${lines.join("\n")}\n`);
        };
        say(2_000);
        await someEvents(daemon, organization);
        const down = daemon.end(signal);
        say(2_000);
        await down;
        say(999);
        await running.says(/connection/);
        await daemon.start();
        say(1);
        running.child.stdin.end();
        const { code, stderr } = await running.ended;
        expect({ code, lost: stderr.includes("lost") }, stderr).to.deep.equal({ code: 0, lost: false });
        await eventWith(daemon, organization, String(sent.length));
        const there = (await allEvents(daemon, organization)).map(({ message }) => message);
        const entries = there.filter((message) => message.startsWith("entry "));
        expect(difference(sent, entries)).to.deep.equal({ missing: [], extra: [] });
      });
    }
  }
});
