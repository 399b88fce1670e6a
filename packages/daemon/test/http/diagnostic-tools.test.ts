import { expect } from "chai";
import { toolTypes } from "../../src/model/diagnostic-tool.ts";
import type { ErrorBody } from "../support/request.ts";
import { diagnosticRequests } from "./diagnostic-requests.ts";

describe("diagnostic tools over HTTP", function () {
  this.timeout(30_000);
  const world = diagnosticRequests();

  describe("refuse, and record no run", () => {
    const cases: readonly (readonly [what: string, tool: unknown, path: string, words: RegExp])[] = [
      ["no object", null, "", /must be object/],
      ["a list", [], "", /must be object/],
      ["no type", { namespace: "default" }, "/type", /is required/],
      [
        "an unknown type",
        { type: "shell", command: "id" },
        "/type",
        /one of the allowed values: getPodLogs, describePod/,
      ],
      ["a type that is no text", { type: 7 }, "/type", /must be string/],
      ["a name that every object has", { type: "constructor" }, "/type", /one of .*getPodLogs/],
      ["another such name", { type: "__proto__" }, "/type", /one of .*getPodLogs/],
      ["no pod", { type: "describePod", namespace: "default" }, "/pod", /is required/],
      ["too many lines", { ...world.logs, tailLines: 5001 }, "/tailLines", /must be <= 5000/],
      ["a fraction of a line", { ...world.logs, tailLines: 1.5 }, "/tailLines", /must be integer/],
      ["too long ago", { ...world.logs, sinceSeconds: 86_401 }, "/sinceSeconds", /must be <= 86400/],
      ["a command", { ...world.logs, type: "getPodProcesses", command: "id" }, "/command", /not known/],
      ["another tool's parameter", { type: "checkHttpHealth", url: "http://a.example", pod: "a" }, "/pod", /not known/],
      ["a pod name that is none", { ...world.logs, pod: "api-1; id" }, "/pod", /lower-case letters/],
      ["no address", { type: "checkHttpHealth", url: "file:///etc/passwd" }, "/url", /http/],
      [
        "no name of a resource",
        { ...world.queue, type: "getQueueBacklog", resourceId: undefined },
        "/resourceArn",
        /required/,
      ],
    ];
    for (const [what, tool, path, words] of cases) {
      it(`${what}, naming the field`, async () => {
        const answer = await world.run(tool);
        expect(answer.status, answer.text).to.equal(400);
        const { details = [], message } = answer.json<ErrorBody>();
        expect([...new Set(details.map((each) => each.path))], answer.text).to.deep.equal([path]);
        expect(details[0]?.message).to.match(words);
        expect(message)
          .to.include(path || "the body")
          .and.not.include("oneOf");
        expect(await world.runs()).to.deep.equal([]);
      });
    }
  });

  for (const type of toolTypes) {
    it(`${type} takes nothing that it doesn't know`, async () => {
      const answer = await world.run({ ...world.logs, ...world.queue, type, url: "http://a.example", command: "id" });
      expect(answer.status).to.equal(400);
      expect(answer.json<ErrorBody>().details?.map(({ path }) => path)).to.include("/command");
    });
  }

  it("look into no namespace that isn't open to the organization", async () => {
    for (const namespace of ["kube-system", "shop"]) {
      const answer = await world.run({ ...world.logs, namespace });
      expect(answer.status, answer.text).to.equal(403);
      expect(answer.json<ErrorBody>().message).to.include(namespace);
    }
    expect(await world.runs()).to.deep.equal([]);
  });

  it("look at no pod of another service, and leave no run", async () => {
    const answer = await world.run({ ...world.logs, pod: "billing-1" });
    expect(answer.status, answer.text).to.equal(403);
    expect(await world.runs()).to.deep.equal([]);
  });

  it("look at no resource that isn't mapped exactly", async () => {
    await world.put([world.queue, { ...world.queue, provider: "gcp" }]);
    const cloud = { ...world.queue, type: "getQueueBacklog" };
    for (const other of [
      { region: "us-east-1" },
      { resourceType: "topic" },
      { resourceId: "Orders" },
      { provider: "azure" },
      { resourceArn: "arn:aws:sqs:eu-west-1:111122223333:orders" },
    ]) {
      const answer = await world.run({ ...cloud, ...other });
      expect(answer.status, JSON.stringify(other)).to.equal(403);
    }
    const unknown = await world.run({ ...cloud, provider: "gcp" });
    expect(unknown.status).to.equal(422);
    expect(unknown.json<ErrorBody>().message).to.include("aws");
    expect(await world.runs()).to.deep.equal([]);
  });
});
