import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { deadAddress, refuses, resets, type ScriptedServer, scriptedServer } from "./scripted-server.ts";
import { eventsOf, takes } from "./transport-events.ts";

describe("the pino transport", function () {
  this.timeout(30_000);
  let server: ScriptedServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  const program = fileURLToPath(new URL("./pino-child.ts", import.meta.url));
  async function run(url: string, count: number, how = "") {
    const child = spawn(process.execPath, ["--conditions=tocsin-source", program, url, String(count), how]);
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    const [code] = await once(child, "close");
    return { code, stderr };
  }

  it("delivers all logs of a program that simply ends, despite interruptions of the server", async () => {
    server = await scriptedServer(refuses(503), resets, takes);
    expect(await run(server.url, 1_500)).to.include({ code: 0 });
    expect(eventsOf(server).map(({ message }) => message)).to.deep.equal(
      Array.from({ length: 1_500 }, (_, index) => `line ${index}`),
    );
  });

  it("maps levels, times, errors, bindings and traces", async () => {
    server = await scriptedServer(takes);
    expect(await run(server.url, 0, "levels")).to.deep.equal({ code: 0, stderr: "" });
    const events = eventsOf(server);
    expect(events.map(({ service, level, message }) => `${service} ${level} ${message}`)).to.deep.equal([
      "checkout debug at trace",
      "checkout fatal at fatal",
      "checkout warn from a child",
      "checkout error payment refused",
      "checkout warn odd",
      'checkout info {"orderId":"A-1"}',
    ]);
    expect(events[1]).to.include({ traceId: "4bf92f35", spanId: "00f067aa" });
    expect(events[2]?.metadata).to.include({ env: "test", requestId: "r-1" });
    expect(events[3]?.metadata?.["err"]).to.include({ type: "TypeError", message: "payment refused" });
    expect(Date.parse(events[0]?.timestamp ?? "")).to.be.closeTo(Date.now(), 60_000);
  });

  it("reports the loss if nobody listens, and ends", async () => {
    const { code, stderr } = await run(await deadAddress(), 4);
    expect(code).to.equal(0);
    expect(stderr).to.include("tocsin: 4 events could not be sent in time and are lost.");
  });
});
