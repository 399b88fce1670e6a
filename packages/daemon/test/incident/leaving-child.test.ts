import { expect } from "chai";
import { createFamilyStore } from "../../src/app/wiring/incident-wiring.ts";
import { unmerge } from "../../src/incident/unmerge.ts";
import { createChannelStore } from "../../src/store/notifications/channel-store.ts";
import { channel } from "../store/channel-sample.ts";
import { onEachEngine } from "../store/engines.ts";
import { NOW } from "../store/samples.ts";
import { useSeenConditions } from "./seen-conditions.ts";

onEachEngine("A child that leaves a parent that is LOW", (fresh) => {
  const { database, another } = useSeenConditions(fresh);
  /** A condition that is LOW for twenty minutes. */
  const begin = async () => {
    const seen = another();
    for (const minute of [0, 10, 20]) await seen.see(minute, "cpu");
    return seen;
  };

  it("is notified once, as an incident of its own", async () => {
    const { scope, see, incidentWith } = await begin();
    const channels = createChannelStore(database());
    const given = channel({ organizationId: scope.organizationId, minSeverity: "HIGH" });
    const { channel: added } = await channels.add(scope, given);
    await see(21, "errors");
    await see(22, "latency");
    await see(23, "errors", { severity: "HIGH" });
    await see(24, "errors", { severity: "HIGH" });
    await see(24, "latency", { severity: "HIGH" });
    const { deliveries } = await channels.deliveries(scope, { limit: 100, channelId: added.id });
    const { id } = (await incidentWith("errors")) ?? {};
    expect(deliveries.map(({ event, incidentId }) => [event, incidentId])).to.deep.equal([["incident_created", id]]);
  });

  it("joins the one of its service that left before it", async () => {
    const { see, parents, incidentWith } = await begin();
    await see(21, "errors");
    await see(30, "latency");
    await see(35, "latency", { severity: "HIGH" });
    await see(36, "errors", { severity: "CRITICAL" });
    expect(await parents()).to.deep.equal({ cpu: null, errors: "latency", latency: null });
    expect(await incidentWith("latency")).to.deep.include({ severity: "CRITICAL", duplicateCount: 3 });
    expect(await incidentWith("cpu")).to.deep.include({ severity: "LOW", duplicateCount: 2 });

    const again = await begin();
    await again.see(21, "errors");
    await again.see(22, "latency");
    await again.see(34, "cpu");
    await again.resolve(38);
    await again.see(39, "errors", { severity: "HIGH" });
    await again.see(40, "latency", { severity: "HIGH" });
    expect(await again.parents()).to.deep.equal({ cpu: null, errors: null, latency: "errors" });
  });

  it("takes siblings along also from a large family, and none that a person separated from it", async () => {
    const large = await begin();
    for (let index = 0; index < 105; index++) await large.see(20, `load ${index}`);
    await large.see(27, "errors");
    await large.see(28, "latency");
    await large.see(29, "errors", { severity: "HIGH" });
    expect(await large.parents()).to.include({ errors: null, latency: "errors", "load 0": "cpu" });

    const apart = another();
    await apart.see(0, "errors", { severity: "HIGH" });
    await apart.see(1, "latency", { severity: "HIGH" });
    const { id = "" } = (await apart.incidentWith("latency")) ?? {};
    await unmerge(createFamilyStore(database(), { now: () => NOW }), apart.scope, id);
    await apart.resolve(60);
    for (const minute of [600, 610, 620]) await apart.see(minute, "cpu");
    await apart.see(621, "errors");
    await apart.see(622, "latency");
    await apart.see(623, "errors", { severity: "HIGH" });
    expect((await apart.incidentWith("latency"))?.parentIncidentId).to.equal((await apart.incidentWith("cpu"))?.id);
  });

  it("has no verdict of the parent, nor have its siblings", async () => {
    const { see, incidentWith } = await begin();
    await see(21, "errors");
    await see(22, "latency");
    await see(23, "errors", { severity: "HIGH" });
    for (const key of ["errors", "latency"])
      expect(await incidentWith(key)).to.deep.include({ verdict: null, verdictFrom: null });
  });
});
