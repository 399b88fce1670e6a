import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { waitFor } from "../support/wait.ts";
import { type Channel, notificationReceivers } from "./notification-receivers.ts";

describe("Channels of notifications over HTTP", function () {
  this.timeout(30_000);
  const world = notificationReceivers();

  it("can be tried out; nothing is kept of it", async () => {
    const { id } = await world.created({ enabled: false });
    const well = await world.act("POST", `/notifications/channels/${id}/test`);
    expect(well.json()).to.deep.equal({ delivered: true, reason: null });
    expect(JSON.parse(world.taken()[0]?.text ?? "")).to.include({ type: "test", actor: "Ada" });
    world.receiver.answer(404);
    const ill = (await world.act("POST", `/notifications/channels/${id}/test`)).json<{
      delivered: boolean;
      reason: string;
    }>();
    expect(ill.delivered).to.equal(false);
    expect(ill.reason).to.include("404");
    expect(await world.deliveries()).to.have.length(0);
    expect((await world.read(id)).health).to.include({ state: "ok", consecutiveFailures: 0 });
  });

  it("have channels that are refused with what is wrong about them", async () => {
    const pathsOf = (answer: Answer): string[] => {
      expect(answer.status, answer.text).to.equal(400);
      return answer.json<ErrorBody>().details?.map(({ path }) => path) ?? [];
    };
    expect(pathsOf(await world.create({ settings: { url: "http://127.0.0.1:1/in" } }))).to.deep.equal([
      "/settings/url",
    ]);
    expect(pathsOf(await world.create({ settings: { url: "http://[::ffff:10.0.0.1]/" } }))).to.deep.equal([
      "/settings/url",
    ]);
    expect(pathsOf(await world.create({ settings: { url: "https://localhost/in" } }))).to.deep.equal(["/settings/url"]);
    expect(pathsOf(await world.create({ kind: "github", settings: { repository: "xyz" } }))).to.deep.equal([
      "/settings/repository",
      "/secret",
    ]);
    expect(pathsOf(await world.create({ name: " \n " }))).to.deep.equal(["/name"]);
    await world.created();
    expect((await world.create()).status).to.equal(409);
    for (let count = 1; count < 20; count++) await world.created({ name: `pager ${count}` });
    expect((await world.create({ name: "one more" })).status).to.equal(409);
    expect((await world.get("/notifications/channels")).json<Channel[]>()).to.have.length(20);
  });

  it("send a token to no other address than the one it was given for", async () => {
    const trackers = [
      { kind: "github", settings: { repository: "acme/shop" }, address: "apiUrl" },
      { kind: "jira", settings: { project: "OPS" }, address: "baseUrl" },
    ];
    for (const { kind, settings, address } of trackers) {
      const own = { ...settings, [address]: world.receiver.url };
      const { id } = await world.created({ name: kind, kind, settings: own, secret: "tok" });
      const change = (body: unknown): Promise<Answer> => world.act("PATCH", `/notifications/channels/${id}`, body);
      const moved = await change({ settings: { ...settings, [address]: "https://elsewhere.example" } });
      expect(moved.status, moved.text).to.equal(400);
      expect(moved.json<ErrorBody>().details?.map(({ path }) => path)).to.deep.equal(["/secret"]);
      expect((await world.read(id)).settings).to.include({ [address]: world.receiver.url });
      expect((await change({ settings: own })).status).to.equal(200);
      const again = { settings: { ...settings, [address]: "https://elsewhere.example" }, secret: "another" };
      expect((await change(again)).status).to.equal(200);
    }
  });

  it("end with their channel", async () => {
    const { id } = await world.created({ enabled: false });
    const gone = await world.act("DELETE", `/notifications/channels/${id}`);
    expect(gone.json()).to.deep.equal({ deleted: true });
    expect((await world.get(`/notifications/channels/${id}`)).status).to.equal(404);
    expect((await world.act("DELETE", `/notifications/channels/${id}`)).status).to.equal(404);
  });

  it("are counted", async () => {
    await world.created();
    await world.open();
    await world.ended("delivered");
    const { text } = await core(world.daemon, "/metrics");
    expect(text).to.match(/tocsin_notifications_total\{kind="webhook",outcome="delivered"\} [1-9]/);
    expect(text).to.match(/tocsin_notifications_waiting \d/);
  });

  it("show a secret nowhere: not in answers, the log or the database", async () => {
    const [key, path] = ["canary-key-7f1d9c", "canary-path-55aa01"];
    world.receiver.answer(500, `you sent ${path}`);
    const settings = { url: `${world.receiver.url}/${path}` };
    const { id } = await world.created({ settings, secret: key });
    await world.act("POST", `/notifications/channels/${id}/test`);
    await world.open();
    await waitFor(async () => (await world.read(id)).health.lastError !== null, { what: "a failure" });
    const answers = [
      await world.get("/notifications/channels"),
      await world.get(`/notifications/channels/${id}`),
      await world.get("/notifications/deliveries"),
      await world.act("PATCH", `/notifications/channels/${id}`, { name: "other" }),
      await world.act("POST", `/notifications/channels/${id}/test`),
      await world.create({ name: "other", settings, secret: key }),
    ].map(({ text }) => text);
    const files = readdirSync(world.daemon.dataDir).filter((name) => name.startsWith("tocsin.db"));
    const stored = files.map((name) => readFileSync(join(world.daemon.dataDir, name)).toString("latin1"));
    expect(stored.join("")).to.include(id);
    for (const text of [...answers, ...stored, JSON.stringify(world.daemon.log)]) {
      expect(text.includes(key), text.slice(0, 300)).to.equal(false);
      expect(text.includes(path), text.slice(0, 300)).to.equal(false);
    }
    expect(world.receiver.received.some((each) => each.path === `/${path}`)).to.equal(true);
  });
});
