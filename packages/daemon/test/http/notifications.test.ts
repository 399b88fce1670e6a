import { expect } from "chai";
import { signatureOf } from "../../src/notify/outbound.ts";
import { type Channel, notificationReceivers } from "./notification-receivers.ts";

describe("notifications over HTTP", function () {
  this.timeout(30_000);
  const world = notificationReceivers();

  it("reach a webhook, signed with the secret that its creation alone answered", async () => {
    const channel = await world.created();
    expect(channel).to.deep.include({
      organizationId: world.organization,
      kind: "webhook",
      enabled: true,
      events: [],
      minSeverity: null,
      services: [],
      settings: { url: `${world.receiver.url}/…` },
      secretSet: true,
    });
    expect(channel.health).to.include({ state: "ok", waiting: 0, dead: 0, lastError: null });
    expect(await world.read(channel.id)).to.include({ secret: null });
    const incident = await world.open();
    const [delivery] = await world.ended("delivered");
    expect(delivery).to.include({ incidentId: incident, event: "incident_created", attempts: 1, channelName: "pager" });
    const [got] = world.taken();
    const seconds = /^t=(\d+),/.exec(String(got?.headers["x-tocsin-signature"]))?.[1];
    expect(got?.headers["x-tocsin-signature"]).to.equal(
      signatureOf(String(channel.secret), got?.text ?? "", Number(seconds) * 1000),
    );
    expect(got?.text).to.include(delivery?.id).and.to.include(`https://tocsin.example/incidents/${incident}`);
    const { health } = await world.read(channel.id);
    expect(health).to.include({ state: "ok", waiting: 0, lastDeliveredAt: delivery?.deliveredAt });
  });

  it("tell each change of an incident in its order, and people's comments", async () => {
    await world.created();
    const incident = await world.open();
    for (const status of ["INVESTIGATING", "RESOLVED"]) {
      expect((await world.act("PATCH", `/incidents/${incident}/status`, { status })).status).to.equal(200);
    }
    await world.act("POST", `/incidents/${incident}/comments`, { author: "Ada", body: "It was the pool." });
    await world.ended("delivered", 4);
    const events = (await world.deliveries(`?incidentId=${incident}`)).map(({ event }) => event).reverse();
    expect(events).to.deep.equal(["incident_created", "status_changed", "status_changed", "comment_added"]);
    const reported = world.taken().flatMap(({ text }) => (JSON.parse(text) as { events: { event: string }[] }).events);
    expect(reported.map(({ event }) => event)).to.deep.equal(events);
  });

  it("tell whom to ask for an approval, and what became of it", async () => {
    await world.created({ events: ["approval_requested", "remediation_rejected"] });
    const incidentId = await world.open();
    const body = { incidentId, actionType: "restart-service", environment: "production" };
    const requested = await world.act("POST", "/remediation/request", body);
    expect(requested.status, requested.text).to.equal(201);
    const { id } = requested.json<{ id: string }>();
    const rejected = await world.act("POST", `/remediation/${id}/reject`, { reason: "Not now." });
    expect(rejected.status, rejected.text).to.equal(200);
    await world.ended("delivered", 2);
    expect((await world.deliveries()).map(({ event }) => event)).to.deep.equal([
      "remediation_rejected",
      "approval_requested",
    ]);
    expect(world.taken()[0]?.text).to.include(id);
  });

  it("are only those that pass the channel's filters, which can be changed", async () => {
    const { id } = await world.created({ minSeverity: "CRITICAL", services: ["shop"], events: ["incident_created"] });
    await world.open();
    await world.open({ severity: "CRITICAL", affectedServices: ["ledger"] });
    const severe = await world.open({ severity: "CRITICAL" });
    expect((await world.deliveries()).map(({ incidentId }) => incidentId)).to.deep.equal([severe]);
    const changed = await world.act("PATCH", `/notifications/channels/${id}`, {
      minSeverity: null,
      services: [],
      name: "all",
    });
    expect(changed.json<Channel>()).to.deep.include({ name: "all", minSeverity: null, services: [], secretSet: true });
    const small = await world.open({ severity: "LOW", affectedServices: [] });
    expect((await world.deliveries())[0]).to.include({ incidentId: small, channelName: "all" });
    await world.ended("delivered", 2);
  });
});
