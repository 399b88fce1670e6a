import { expect } from "chai";
import type { CloudTool, DiagnosticResource } from "../../src/model/diagnostic-tool.ts";
import { ProbeFailed, ProbeRefused } from "../../src/probe/prober.ts";
import { runTool } from "../../src/probe/run-tool.ts";
import { NOW, OTHER } from "../store/samples.ts";
import { POD, toolProber } from "./tool-prober.ts";

const QUEUE: CloudTool = {
  type: "getQueueBacklog",
  provider: "aws",
  region: "eu-west-1",
  resourceType: "queue",
  resourceId: "orders",
};

describe("running a diagnostic tool", () => {
  const world = toolProber();

  it("hands the pod, the incident's services and the limits to the prober", async () => {
    const ended = await world.run();
    expect(world.asked).to.deep.equal([[POD, ["checkout", "billing"]]]);
    expect(ended).to.deep.include({ status: "success", outputRef: "f".repeat(64), startedBy: "Grace", tool: POD });
    expect(world.over.map((each) => each.run)).to.deep.equal([ended]);
    expect(world.begun).to.deep.equal([ended.id]);
  });

  it("opens a namespace to its organization alone", async () => {
    expect(await world.refusedWith(world.run({ ...POD, namespace: "theirs" }))).to.equal("target_not_allowed");
    expect(await world.refusedWith(world.run({ ...POD, namespace: "ours" }))).to.equal("not refused");
    expect(world.asked).to.have.length(1);
  });

  it("hands a cloud tool the mapped resource of that name", async () => {
    const mapped = (given: Partial<DiagnosticResource>): DiagnosticResource => ({
      id: "r",
      incidentId: world.about.id,
      organizationId: "acme",
      provider: "aws",
      resourceType: "queue",
      resourceId: "orders",
      resourceArn: null,
      region: "eu-west-1",
      createdAt: NOW,
      ...given,
    });
    world.resources = [mapped({ resourceId: null, resourceArn: "arn:orders" }), mapped({ id: "wanted" })];
    await world.run(QUEUE);
    expect(world.asked).to.deep.equal([[QUEUE, world.resources[1], "acme"]]);
    const { resourceId: _id, ...rest } = QUEUE;
    expect(await world.refusedWith(world.run(rest as CloudTool))).to.equal("resource_not_mapped");
    await world.run({ ...rest, resourceArn: "arn:orders" });
    expect(world.asked[1]?.[1]).to.equal(world.resources[0]);
    world.resources = [mapped({ provider: "gcp" })];
    expect(await world.refusedWith(world.run({ ...QUEUE, provider: "gcp" }))).to.equal("provider_unavailable");
  });

  it("asks nobody about an incident that isn't visible", async () => {
    expect(await world.refusedWith(runTool(world.deps(), OTHER, world.about.id, POD))).to.equal("incident_not_found");
    expect(world.asked.concat(world.begun as never[])).to.deep.equal([]);
  });

  it("leaves no run of what the prober refuses", async () => {
    world.probing = () => Promise.reject(new ProbeRefused("The pod isn't one of yours."));
    expect(await world.refusedWith(world.run())).to.equal("target_not_allowed");
    expect(world.withdrawn).to.deep.equal(world.begun).and.to.have.length(1);
    expect(world.over).to.deep.equal([]);
  });

  it("records what the prober couldn't read, in its words", async () => {
    world.probing = () => Promise.reject(new ProbeFailed("The pod is gone."));
    expect(await world.run()).to.include({ status: "failed", error: "The pod is gone.", outputRef: null });
    expect(world.over[0]).to.include({ failurePattern: "The pod is gone." });
  });
});
