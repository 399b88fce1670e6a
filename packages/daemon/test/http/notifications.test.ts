import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { components } from "../../src/generated/interfaces.ts";
import { UNREADABLE } from "../../src/notify/channel.ts";
import { signatureOf } from "../../src/notify/outbound.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

type Channel = components["schemas"]["NotificationChannel"];
type Delivery = components["schemas"]["NotificationDelivery"];

describe("notifications over HTTP", function () {
  this.timeout(30_000);
  let receiver: Receiver;
  let daemon: TestDaemon;
  let organization = "";
  let token = "";
  let last = 0;
  before(async () => {
    receiver = await startReceiver();
    daemon = await startTestDaemon({
      TOCSIN_OUTBOUND_HOSTS: receiver.host,
      TOCSIN_PUBLIC_URL: "https://tocsin.example/",
    });
  });
  beforeEach(() => {
    organization = `org-${++last}`;
    token = tokenOf(organization, { name: "Ada", sub: "ada" });
    receiver.answer(200);
  });
  after(async () => {
    await daemon.stop();
    await receiver.close();
  });

  const act = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { method, token, ...(body === undefined ? {} : { body }) });
  const get = (path: string): Promise<Answer> => act("GET", path);
  const create = (more: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
    act("POST", "/notifications/channels", {
      name: "pager",
      kind: "webhook",
      settings: { url: `${receiver.url}/${organization}` },
      ...more,
    });
  const created = async (more: Readonly<Record<string, unknown>> = {}): Promise<Channel> => {
    const answer = await create(more);
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Channel>();
  };
  const read = async (id: string): Promise<Channel> => (await get(`/notifications/channels/${id}`)).json<Channel>();
  const open = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const body = { title: "Checkout fails", description: "d", severity: "HIGH", affectedServices: ["shop"], ...more };
    const answer = await act("POST", "/incidents", body);
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<{ id: string }>().id;
  };
  const deliveries = async (query = ""): Promise<Delivery[]> =>
    (await get(`/notifications/deliveries${query}`)).json<Delivery[]>();
  const ended = (status: string, count = 1): Promise<Delivery[]> =>
    waitFor(
      async () => {
        const list = await deliveries(`?status=${status}`);
        return list.length >= count && list;
      },
      { what: `${count} ${status} deliveries` },
    );
  const taken = () => receiver.received.filter(({ path }) => path === `/${organization}`);

  it("reach a webhook, signed with the secret that its creation alone answered", async () => {
    const channel = await created();
    expect(channel).to.deep.include({
      organizationId: organization,
      kind: "webhook",
      enabled: true,
      events: [],
      minSeverity: null,
      services: [],
      settings: { url: `${receiver.url}/…` },
      secretSet: true,
    });
    expect(channel.health).to.include({ state: "ok", waiting: 0, dead: 0, lastError: null });
    expect(await read(channel.id)).to.include({ secret: null });
    const incident = await open();
    const [delivery] = await ended("delivered");
    expect(delivery).to.include({ incidentId: incident, event: "incident_created", attempts: 1, channelName: "pager" });
    const [got] = taken();
    const seconds = /^t=(\d+),/.exec(String(got?.headers["x-tocsin-signature"]))?.[1];
    expect(got?.headers["x-tocsin-signature"]).to.equal(
      signatureOf(String(channel.secret), got?.text ?? "", Number(seconds) * 1000),
    );
    expect(got?.text).to.include(delivery?.id).and.to.include(`https://tocsin.example/incidents/${incident}`);
    const { health } = await read(channel.id);
    expect(health).to.include({ state: "ok", waiting: 0, lastDeliveredAt: delivery?.deliveredAt });
  });

  it("tell each change of an incident in its order, and people's comments", async () => {
    await created();
    const incident = await open();
    for (const status of ["INVESTIGATING", "RESOLVED"]) {
      expect((await act("PATCH", `/incidents/${incident}/status`, { status })).status).to.equal(200);
    }
    await act("POST", `/incidents/${incident}/comments`, { author: "Ada", body: "It was the pool." });
    await ended("delivered", 4);
    const events = (await deliveries(`?incidentId=${incident}`)).map(({ event }) => event).reverse();
    expect(events).to.deep.equal(["incident_created", "status_changed", "status_changed", "comment_added"]);
    const told = taken().flatMap(({ text }) => (JSON.parse(text) as { events: { event: string }[] }).events);
    expect(told.map(({ event }) => event)).to.deep.equal(events);
  });

  it("tell whom to ask for an approval, and what became of it", async () => {
    await created({ events: ["approval_requested", "remediation_rejected"] });
    const incidentId = await open();
    const body = { incidentId, actionType: "restart-service", environment: "production" };
    const requested = await act("POST", "/remediation/request", body);
    expect(requested.status, requested.text).to.equal(201);
    const { id } = requested.json<{ id: string }>();
    const rejected = await act("POST", `/remediation/${id}/reject`, { reason: "Not now." });
    expect(rejected.status, rejected.text).to.equal(200);
    await ended("delivered", 2);
    expect((await deliveries()).map(({ event }) => event)).to.deep.equal([
      "remediation_rejected",
      "approval_requested",
    ]);
    expect(taken()[0]?.text).to.include(id);
  });

  it("are only those that pass the channel's filters, which can be changed", async () => {
    const { id } = await created({ minSeverity: "CRITICAL", services: ["shop"], events: ["incident_created"] });
    await open();
    await open({ severity: "CRITICAL", affectedServices: ["ledger"] });
    const grave = await open({ severity: "CRITICAL" });
    expect((await deliveries()).map(({ incidentId }) => incidentId)).to.deep.equal([grave]);
    const changed = await act("PATCH", `/notifications/channels/${id}`, {
      minSeverity: null,
      services: [],
      name: "all",
    });
    expect(changed.json<Channel>()).to.deep.include({ name: "all", minSeverity: null, services: [], secretSet: true });
    const small = await open({ severity: "LOW", affectedServices: [] });
    expect((await deliveries())[0]).to.include({ incidentId: small, channelName: "all" });
    await ended("delivered", 2);
  });

  it("that a receiver will never take are dead, and go again when they are replayed", async () => {
    receiver.answer(410, "gone for good");
    const { id } = await created();
    await open();
    const [dead] = await ended("dead");
    expect(dead).to.include({ attempts: 1, nextTryAt: null, deliveredAt: null });
    expect(dead?.lastError).to.include("410");
    expect((await read(id)).health).to.include({ state: "failing", consecutiveFailures: 1, dead: 1 });
    receiver.answer(200);
    const replayed = await act("POST", `/notifications/deliveries/${dead?.id}/replay`);
    expect(replayed.status, replayed.text).to.equal(200);
    expect(replayed.json<Delivery>()).to.include({ id: dead?.id, status: "pending", attempts: 0 });
    const [delivered] = await ended("delivered");
    expect(delivered).to.include({ id: dead?.id });
    expect((await read(id)).health).to.include({ state: "ok", dead: 0 });
    expect((await act("POST", `/notifications/deliveries/${dead?.id}/replay`)).status).to.equal(409);
  });

  it("that fail wait for another try, which switching the channel on makes happen at once", async () => {
    receiver.answer(500);
    const { id } = await created();
    await open();
    const failing = await waitFor(
      async () => {
        const { health } = await read(id);
        return health.consecutiveFailures > 0 && health;
      },
      { what: "the first failure" },
    );
    expect(failing).to.include({ state: "failing", waiting: 1, dead: 0 });
    receiver.answer(200);
    expect((await act("PATCH", `/notifications/channels/${id}`, { enabled: true })).status).to.equal(200);
    const [delivery] = await ended("delivered");
    expect(delivery?.attempts).to.be.at.least(2);
    const bodies = taken().map(({ text }) => JSON.parse(text) as { id: string });
    expect(new Set(bodies.map((body) => body.id))).to.have.length(1);
  });

  it("are paged by the header Link", async () => {
    await created();
    for (let count = 0; count < 3; count++) await open();
    const first = await get("/notifications/deliveries?limit=2");
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1];
    const second = await get(next ?? "");
    expect(second.headers.get("link")).to.equal(null);
    const ids = [...first.json<Delivery[]>(), ...second.json<Delivery[]>()].map(({ id }) => id);
    expect(ids).to.deep.equal((await deliveries()).map(({ id }) => id));
    expect(ids).to.have.length(3);
    expect((await get("/notifications/deliveries?cursor=x")).status).to.equal(400);
  });

  it("can be tried out; nothing is kept of it", async () => {
    const { id } = await created({ enabled: false });
    const well = await act("POST", `/notifications/channels/${id}/test`);
    expect(well.json()).to.deep.equal({ delivered: true, reason: null });
    expect(JSON.parse(taken()[0]?.text ?? "")).to.include({ type: "test", actor: "Ada" });
    receiver.answer(404);
    const ill = (await act("POST", `/notifications/channels/${id}/test`)).json<{
      delivered: boolean;
      reason: string;
    }>();
    expect(ill.delivered).to.equal(false);
    expect(ill.reason).to.include("404");
    expect(await deliveries()).to.have.length(0);
    expect((await read(id)).health).to.include({ state: "ok", consecutiveFailures: 0 });
  });

  it("have channels that are refused with what is wrong about them", async () => {
    const pathsOf = (answer: Answer): string[] => {
      expect(answer.status, answer.text).to.equal(400);
      return answer.json<ErrorBody>().details?.map(({ path }) => path) ?? [];
    };
    expect(pathsOf(await create({ settings: { url: "http://127.0.0.1:1/in" } }))).to.deep.equal(["/settings/url"]);
    expect(pathsOf(await create({ settings: { url: "http://[::ffff:10.0.0.1]/" } }))).to.deep.equal(["/settings/url"]);
    expect(pathsOf(await create({ settings: { url: "https://localhost/in" } }))).to.deep.equal(["/settings/url"]);
    expect(pathsOf(await create({ kind: "github", settings: { repository: "xyz" } }))).to.deep.equal([
      "/settings/repository",
      "/secret",
    ]);
    expect(pathsOf(await create({ name: " \n " }))).to.deep.equal(["/name"]);
    await created();
    expect((await create()).status).to.equal(409);
    for (let count = 1; count < 20; count++) await created({ name: `pager ${count}` });
    expect((await create({ name: "one more" })).status).to.equal(409);
    expect((await get("/notifications/channels")).json<Channel[]>()).to.have.length(20);
  });

  it("send a token to no other address than the one it was given for", async () => {
    const trackers = [
      { kind: "github", settings: { repository: "acme/shop" }, address: "apiUrl" },
      { kind: "jira", settings: { project: "OPS" }, address: "baseUrl" },
    ];
    for (const { kind, settings, address } of trackers) {
      const own = { ...settings, [address]: receiver.url };
      const { id } = await created({ name: kind, kind, settings: own, secret: "tok" });
      const change = (body: unknown): Promise<Answer> => act("PATCH", `/notifications/channels/${id}`, body);
      const moved = await change({ settings: { ...settings, [address]: "https://elsewhere.example" } });
      expect(moved.status, moved.text).to.equal(400);
      expect(moved.json<ErrorBody>().details?.map(({ path }) => path)).to.deep.equal(["/secret"]);
      expect((await read(id)).settings).to.include({ [address]: receiver.url });
      expect((await change({ settings: own })).status).to.equal(200);
      const anew = { settings: { ...settings, [address]: "https://elsewhere.example" }, secret: "another" };
      expect((await change(anew)).status).to.equal(200);
    }
  });

  it("end with their channel", async () => {
    const { id } = await created({ enabled: false });
    const gone = await act("DELETE", `/notifications/channels/${id}`);
    expect(gone.json()).to.deep.equal({ deleted: true });
    expect((await get(`/notifications/channels/${id}`)).status).to.equal(404);
    expect((await act("DELETE", `/notifications/channels/${id}`)).status).to.equal(404);
  });

  it("are counted", async () => {
    await created();
    await open();
    await ended("delivered");
    const { text } = await core(daemon, "/metrics");
    expect(text).to.match(/tocsin_notifications_total\{kind="webhook",outcome="delivered"\} [1-9]/);
    expect(text).to.match(/tocsin_notifications_waiting \d/);
  });

  it("show a secret nowhere: not in answers, the log or the database", async () => {
    const [key, path] = ["canary-key-7f1d9c", "canary-path-55aa01"];
    receiver.answer(500, `you sent ${path}`);
    const settings = { url: `${receiver.url}/${path}` };
    const { id } = await created({ settings, secret: key });
    await act("POST", `/notifications/channels/${id}/test`);
    await open();
    await waitFor(async () => (await read(id)).health.lastError !== null, { what: "a failure" });
    const answers = [
      await get("/notifications/channels"),
      await get(`/notifications/channels/${id}`),
      await get("/notifications/deliveries"),
      await act("PATCH", `/notifications/channels/${id}`, { name: "other" }),
      await act("POST", `/notifications/channels/${id}/test`),
      await create({ name: "other", settings, secret: key }),
    ].map(({ text }) => text);
    const files = readdirSync(daemon.dataDir).filter((name) => name.startsWith("tocsin.db"));
    const stored = files.map((name) => readFileSync(join(daemon.dataDir, name)).toString("latin1"));
    expect(stored.join("")).to.include(id);
    for (const text of [...answers, ...stored, JSON.stringify(daemon.log)]) {
      expect(text.includes(key), text.slice(0, 300)).to.equal(false);
      expect(text.includes(path), text.slice(0, 300)).to.equal(false);
    }
    expect(receiver.received.some((each) => each.path === `/${path}`)).to.equal(true);
  });

  it("reach a host on an inner network only where it is open to their organization", async () => {
    const own = await startReceiver();
    const other = await startTestDaemon({ TOCSIN_OUTBOUND_HOSTS: `${own.host}@shop` });
    try {
      const create = (organization: string, name: string): Promise<Answer> => {
        const body = { name, kind: "webhook", settings: { url: own.url } };
        return core(other, "/notifications/channels", { method: "POST", token: tokenOf(organization), body });
      };
      const { id } = (await create("shop", "pager")).json<Channel>();
      const test = await core(other, `/notifications/channels/${id}/test`, { method: "POST", token: tokenOf("shop") });
      expect(test.json()).to.deep.equal({ delivered: true, reason: null });
      const refused = await create("elsewhere", "pager");
      expect(refused.status).to.equal(400);
      expect(refused.json<ErrorBody>().details?.[0]).to.deep.equal({
        path: "/settings/url",
        message: "leads to an inner network; TOCSIN_OUTBOUND_HOSTS lists those that your organization may reach",
      });
      expect(own.received).to.have.lengthOf(1);
    } finally {
      await other.stop();
      await own.close();
    }
  });

  it("fail for a reason that people understand once the secret key is another one, until they are given it anew", async () => {
    const own = await startReceiver();
    let other = await startTestDaemon({ TOCSIN_OUTBOUND_HOSTS: own.host });
    try {
      const send = (method: string, route: string, body?: unknown): Promise<Answer> =>
        core(other, route, { method, token, ...(body === undefined ? {} : { body }) });
      const body = { name: "pager", kind: "webhook", settings: { url: own.url } };
      const { id } = (await send("POST", "/notifications/channels", body)).json<Channel>();
      const route = `/notifications/channels/${id}`;
      other = await other.restart({
        TOCSIN_OUTBOUND_HOSTS: own.host,
        TOCSIN_SECRET_KEY: "another-key-Zr8WmQ3xJt6LpV1yKd9BhN5cGs2FeA7u",
      });
      const { health } = (await send("GET", route)).json<Channel>();
      expect(health).to.include({ state: "failing", lastError: UNREADABLE });
      expect((await send("POST", `${route}/test`)).json()).to.deep.equal({ delivered: false, reason: UNREADABLE });
      expect((await send("PATCH", route, { secret: "new" })).json<ErrorBody>().details?.[0]?.path).to.equal(
        "/settings/url",
      );
      const half = await send("PATCH", route, { settings: body.settings });
      expect(half.json<ErrorBody>().details?.[0]?.path).to.equal("/secret");
      const whole = await send("PATCH", route, { settings: body.settings, secret: "new" });
      expect(whole.json<Channel>().health).to.include({ state: "ok", lastError: null });
      expect((await send("POST", `${route}/test`)).json()).to.deep.equal({ delivered: true, reason: null });
    } finally {
      await other.stop();
      await own.close();
    }
  });
});
