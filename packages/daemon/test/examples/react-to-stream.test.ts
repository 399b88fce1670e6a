import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { waitFor } from "../support/wait.ts";
import { type Running, startExample } from "./run-example.ts";

describe("The example react-to-stream", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  let receiver: Receiver;
  let folder: string;
  before(async () => {
    daemon = await startTestDaemon();
    receiver = await startReceiver();
    folder = temporaryFolder();
  });
  after(async () => {
    await daemon.stop();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (title: string) => {
    const body = { title, description: "none", severity: "HIGH", affectedServices: ["checkout"] };
    return (await core(daemon, "/incidents", { body })).json<{ id: string }>().id;
  };
  const start = (name: string, settings: Readonly<Record<string, string>> = { REACT_URL: receiver.url }): Running =>
    startExample(daemon, ["react-to-stream/follow.mjs", join(folder, name)], settings);
  const reported = () => receiver.received.map(({ text }) => (JSON.parse(text) as { title: string }).title);
  const reportedOf = (title: string) =>
    waitFor(() => reported().includes(title), { within: 20_000, what: `${title}: ${reported()}` });
  const noted = (name: string): readonly string[] =>
    (JSON.parse(readFileSync(join(folder, name), "utf8")) as { done: readonly string[] }).done;
  const end = async (follower: Running, signal: NodeJS.Signals) => {
    follower.child.kill(signal);
    return (await follower.ended).code;
  };

  it("does it once for each incident: of before it ran, while it ran, and while it was away", async () => {
    const first = await open("open before");
    const follower = start("state.json");
    await reportedOf("open before");
    const second = await open("while it runs");
    await reportedOf("while it runs");
    await core(daemon, `/incidents/${first}/status`, { method: "PATCH", body: { status: "INVESTIGATING" } });
    const third = await open("after a change");
    // Killed between the two, it rightly tells of it once more.
    await waitFor(() => noted("state.json").includes(third), { within: 20_000, what: "the third one in the state" });
    expect(await end(follower, "SIGKILL")).to.equal(null);

    const away = await open("while it is away");
    await core(daemon, `/incidents/${away}/status`, { method: "PATCH", body: { status: "RESOLVED" } });
    const again = start("state.json");
    await reportedOf("while it is away");
    await core(daemon, `/incidents/${second}/status`, { method: "PATCH", body: { status: "RESOLVED" } });
    await open("the last one");
    await reportedOf("the last one");
    expect(await end(again, "SIGTERM")).to.equal(0);
    expect(reported()).to.deep.equal([
      "open before",
      "while it runs",
      "after a change",
      "while it is away",
      "the last one",
    ]);
    expect(receiver.received[0]?.headers["idempotency-key"]).to.equal(first);
  });

  it("ends and notes nothing where doing it fails, and does it when it is started again", async () => {
    receiver.answer(500);
    await open("hard to tell");
    expect((await start("failing.json").ended).code).to.equal(1);
    receiver.answer(200);
    const before = receiver.received.length;
    const again = start("failing.json");
    await waitFor(() => reported().slice(before).includes("hard to tell"), { within: 20_000, what: "the second try" });
    await end(again, "SIGTERM");
  });

  it("ends with the reason where it isn't let in", async () => {
    const { code, stderr } = await start("nobody.json", { TOCSIN_TOKEN: "wrong" }).ended;
    expect(code, stderr).to.equal(1);
    expect(stderr.trim()).not.to.equal("");
  });
});
