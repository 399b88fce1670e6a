import { readFileSync } from "node:fs";
import { expect } from "chai";
import { buildTool, findTool, shortName, tools } from "../src/input/probe-tools.ts";

interface Schema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, { readonly type: string }>>;
}
const document = JSON.parse(readFileSync(new URL("../../daemon/generated/core.json", import.meta.url), "utf8")) as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema & { readonly enum: string[] }>> };
};
const { schemas } = document.components;

describe("probe tools", () => {
  it("are those of the API, with the same parameters", () => {
    expect(tools.map(({ type }) => type)).to.have.members(schemas["ToolType"]?.enum ?? []);
    const kinds = { text: "string", count: "integer", seconds: "integer", flag: "boolean" };
    for (const { type, parameters } of tools) {
      const { required = [], properties = {} } = schemas[type] ?? {};
      const wanted = Object.entries(properties)
        .filter(([name]) => name !== "type")
        .map(([name, schema]) => [name, schema.type, required.includes(name)]);
      expect(
        parameters.map((each) => [each.name, kinds[each.kind], each.required]),
        type,
      ).to.have.deep.members(wanted);
    }
  });

  it("are found by their short names", () => {
    for (const tool of tools) {
      expect(findTool(tool.type)).to.equal(tool);
      expect(findTool(shortName(tool.type))).to.equal(tool);
    }
    expect(shortName("getLoadBalancer5xxMetrics")).to.equal("load-balancer-5xx-metrics");
    expect(() => findTool("pod-log")).to.throw("Did you mean pod-logs?");
  });

  it("parse numbers, durations and booleans", () => {
    expect(
      buildTool(findTool("pod-logs"), [
        "namespace=shop",
        "pod=007",
        "tailLines=50",
        "sinceSeconds=30m",
        "previous=true",
      ]),
    ).to.deep.equal({
      type: "getPodLogs",
      namespace: "shop",
      pod: "007",
      tailLines: 50,
      sinceSeconds: 1800,
      previous: true,
    });
    expect(buildTool(findTool("check-http-health"), ["url=https://a.example/?b=c"])).to.have.property(
      "url",
      "https://a.example/?b=c",
    );
  });

  it("reject missing, unknown and invalid parameters", () => {
    const given =
      (tool: string, ...words: string[]) =>
      () =>
        buildTool(findTool(tool), words);
    expect(given("pod-logs", "pod=a")).to.throw("pod-logs needs namespace");
    expect(given("queue-backlog", "provider=aws", "region=r", "resourceType=queue")).to.throw(
      "resourceId or resourceArn",
    );
    expect(given("describe-pod", "namespace=a", "pod=b", "command=ls")).to.throw('has no parameter "command"');
    expect(given("pod-logs", "namespace=a", "pod=b", "tailLines=many")).to.throw("tailLines takes a whole number");
    expect(given("pod-logs", "namespace=a", "pod=b", "previous=1")).to.throw("true or false");
    expect(given("pod-logs", "shop")).to.throw("pod=checkout-1");
  });
});
