import { expect } from "chai";
import { type CommandManifest, completeWords } from "../src/completion/candidates.ts";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";

const severity = { type: "option", helpValue: "<LOW|HIGH>" } as const;
const common = { aliases: [], hidden: false, flags: {}, args: {} };
const commands: readonly CommandManifest[] = [
  {
    ...common,
    id: "incidents",
    aliases: ["incident:list"],
    summary: "List incidents.",
    flags: {
      severity,
      service: { type: "option" },
      profile: { type: "option" },
      output: { type: "option", char: "o", options: ["wide", "csv"] },
      all: { type: "boolean" },
      secret: { type: "boolean", hidden: true },
    },
  },
  { ...common, id: "incident:show", summary: "Show one.", args: { incident: {} } },
  { ...common, id: "incident:ack", summary: "Take some.", strict: false, usage: "incident ack INCIDENT…" },
  { ...common, id: "incident:create", args: { title: {} } },
  { ...common, id: "remediation:show", args: { id: {} } },
  { ...common, id: "remediation:history", args: { incident: {} } },
  { ...common, id: "runbook:link", strict: false, usage: "runbook link RUNBOOK INCIDENT…" },
  { ...common, id: "detection:demote", args: { rule: {} } },
  { ...common, id: "detection:shadow", args: { id: {} }, flags: { rule: { type: "option" } } },
  { ...common, id: "detection:feedback", strict: false, usage: "detection feedback SHADOW… useful|noise" },
  { ...common, id: "correlation:show", args: { rule: {} } },
  { ...common, id: "internal", hidden: true },
  { ...common, id: "completion", args: { shell: { options: ["bash", "fish"] } } },
];
const values = (...words: string[]) => completeWords(words, commands).candidates.map(({ value }) => value);

describe("completion", () => {
  it("offers topics and commands without hidden ones", () => {
    expect(values("")).to.have.members([
      "incidents",
      "incident",
      "remediation",
      "runbook",
      "detection",
      "correlation",
      "completion",
    ]);
    expect(values("incident", "")).to.have.members(["list", "show", "ack", "create"]);
  });

  it("offers the remaining flags of a command", () => {
    expect(values("incidents", "--all", "--")).to.have.members(["--severity", "--service", "--profile", "--output"]);
    expect(values("incident", "list", "--")).to.contain("--severity");
  });

  it("offers the values of a flag after a space, after its letter and after =", () => {
    expect(values("incidents", "--severity", "")).to.deep.equal(["LOW", "HIGH"]);
    expect(values("incidents", "-o", "")).to.deep.equal(["wide", "csv"]);
    expect(values("incidents", "--severity=")).to.deep.equal(["--severity=LOW", "--severity=HIGH"]);
  });

  it("offers the values of an argument", () => {
    expect(values("completion", "")).to.deep.equal(["bash", "fish"]);
    expect(values("detection", "feedback", "")).to.deep.equal([]);
    expect(values("detection", "feedback", "019353e1", "")).to.deep.equal(["useful", "noise"]);
  });

  it("reads names for flags and arguments, also for repeated ones", () => {
    const source = (...words: string[]) => completeWords(words, commands).names;
    expect(source("incidents", "--service", "")).to.equal("service");
    expect(source("incidents", "--profile", "p")).to.equal("profile");
    expect(source("incident", "show", "")).to.equal("incident");
    expect(source("incident", "show", "019353e1", "")).to.equal(undefined);
    expect(source("incident", "ack", "019353e1", "")).to.equal("incident");
  });

  it("reads names by the word of the argument, whatever the topic", () => {
    const source = (...words: string[]) => completeWords(words, commands).names;
    expect(source("remediation", "history", "")).to.equal("incident");
    expect(source("remediation", "show", "")).to.equal("remediation");
    expect(source("incident", "create", "")).to.equal(undefined);
    expect(source("runbook", "link", "")).to.equal("runbook");
    expect(source("runbook", "link", "roll-back", "")).to.equal("incident");
    expect(source("runbook", "link", "roll-back", "019353e1", "")).to.equal("incident");
  });

  it("reads rules by their topic, and shadow openings", () => {
    const source = (...words: string[]) => completeWords(words, commands).names;
    expect(source("detection", "demote", "")).to.equal("detection");
    expect(source("correlation", "show", "")).to.equal("correlation");
    expect(source("detection", "shadow", "--rule", "")).to.equal("detection");
    expect(source("detection", "shadow", "")).to.equal("shadow");
    expect(source("detection", "feedback", "")).to.equal("shadow");
  });

  describe("at a shell's request", () => {
    const fake = fakeSession();

    it("completes services, but no names with special characters of a shell", async () => {
      const name = (serviceName: string) => ({ serviceName, ownerTeam: "shop" });
      await fake.serve({ "GET /services/catalog": json([name("checkout"), name("$(rm -rf x)"), name("chat")]) });
      const { stdout } = await fake.run("complete -- incidents --service ch");
      expect(stdout.split("\n").map((line) => line.split("\t")[0])).to.have.members(["checkout", "chat", ":4", ""]);
    });

    it("completes services of incidents that are not in the catalog", async () => {
      const incident = (...affectedServices: string[]) => ({ affectedServices });
      await fake.serve({
        "GET /services/catalog": json([]),
        "GET /incidents": json([incident("checkout", "cart"), incident("checkout")]),
      });
      const { stdout } = await fake.run("complete -- logs patterns ch");
      expect(stdout.split("\n").map((line) => line.split("\t")[0])).to.deep.equal(["checkout", ":4", ""]);
    });

    it("completes nothing if no server answers", async () => {
      await fake.serve({});
      await fake.server.close();
      const { code, stdout, stderr } = await fake.run("complete -- incidents --service ch");
      expect({ code, stdout, stderr }).to.deep.equal({ code: 0, stdout: "\n:4\n", stderr: "" });
    });
  });
});
