import { expect } from "chai";
import { UNREADABLE } from "../../src/notify/channel.ts";
import { core, startTestDaemon } from "../support/daemon.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { type Channel, type Delivery, notificationReceivers } from "./notification-receivers.ts";

describe("Deliveries of notifications over HTTP", function () {
  this.timeout(30_000);
  const world = notificationReceivers();

  it("that a receiver will never take are dead, and go again when they are replayed", async () => {
    world.receiver.answer(410, "gone for good");
    const { id } = await world.created();
    await world.open();
    const [dead] = await world.ended("dead");
    expect(dead).to.include({ attempts: 1, nextTryAt: null, deliveredAt: null });
    expect(dead?.lastError).to.include("410");
    expect((await world.read(id)).health).to.include({ state: "failing", consecutiveFailures: 1, dead: 1 });
    world.receiver.answer(200);
    const replayed = await world.act("POST", `/notifications/deliveries/${dead?.id}/replay`);
    expect(replayed.status, replayed.text).to.equal(200);
    expect(replayed.json<Delivery>()).to.include({ id: dead?.id, status: "pending", attempts: 0 });
    const [delivered] = await world.ended("delivered");
    expect(delivered).to.include({ id: dead?.id });
    expect((await world.read(id)).health).to.include({ state: "ok", dead: 0 });
    expect((await world.act("POST", `/notifications/deliveries/${dead?.id}/replay`)).status).to.equal(409);
  });

  it("that fail wait for another try, which switching the channel on makes happen at once", async () => {
    world.receiver.answer(500);
    const { id } = await world.created();
    await world.open();
    const failing = await waitFor(
      async () => {
        const { health } = await world.read(id);
        return health.consecutiveFailures > 0 && health;
      },
      { what: "the first failure" },
    );
    expect(failing).to.include({ state: "failing", waiting: 1, dead: 0 });
    world.receiver.answer(200);
    expect((await world.act("PATCH", `/notifications/channels/${id}`, { enabled: true })).status).to.equal(200);
    const [delivery] = await world.ended("delivered");
    expect(delivery?.attempts).to.be.at.least(2);
    const bodies = world.taken().map(({ text }) => JSON.parse(text) as { id: string });
    expect(new Set(bodies.map((body) => body.id))).to.have.length(1);
  });

  it("are paged by the header Link", async () => {
    await world.created();
    for (let count = 0; count < 3; count++) await world.open();
    const first = await world.get("/notifications/deliveries?limit=2");
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1];
    const second = await world.get(next ?? "");
    expect(second.headers.get("link")).to.equal(null);
    const ids = [...first.json<Delivery[]>(), ...second.json<Delivery[]>()].map(({ id }) => id);
    expect(ids).to.deep.equal((await world.deliveries()).map(({ id }) => id));
    expect(ids).to.have.length(3);
    expect((await world.get("/notifications/deliveries?cursor=x")).status).to.equal(400);
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
        core(other, route, { method, token: world.token, ...(body === undefined ? {} : { body }) });
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
