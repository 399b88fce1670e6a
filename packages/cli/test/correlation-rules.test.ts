import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { other, preview, rule } from "./correlation-samples.ts";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";
import { tocsin } from "./run.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tocsin-rules-"));
const fileOf = (name: string, text: string): string => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};

describe("commands about correlation rules", () => {
  const fake = fakeSession();
  const rules = "GET /correlation/rules";
  const sent = (method: string): unknown =>
    JSON.parse(fake.server.requests.find((each) => each.method === method)?.body ?? "null");

  it("lists the rules with full ids in a pipe", async () => {
    await fake.serve({ [rules]: json([rule, other]) });
    expect((await fake.run("correlation rules")).stdout).to.equal(
      `${rule.id}\ttrue\t50\tmerge\tOne outage of a service\tservice\t15\n` +
        `${other.id}\tfalse\t50\tmerge\tquiet\tservice\t15\n`,
    );
  });

  it("creates a rule from flags", async () => {
    await fake.serve({ "POST /correlation/rules": json(rule, 201) });
    const { code, stdout } = await fake.run(
      "correlation create outage --match service,severity --window 90m --severity high,critical --action merge --priority 50",
    );
    expect(code).to.equal(0);
    expect(stdout).to.contain(rule.id);
    expect(sent("POST")).to.deep.equal({
      name: "outage",
      description: "",
      action: "merge",
      priority: 50,
      conditions: { matchFields: ["service", "severity"], timeWindowMinutes: 90, severities: ["HIGH", "CRITICAL"] },
    });
  });

  it("creates a rule from YAML, which flags override, and from the output of show --json", async () => {
    await fake.serve({ "POST /correlation/rules": json(rule, 201) });
    const file = fileOf(
      "rule.yaml",
      "name: outage\ndescription: one\nconditions:\n  matchFields: [service]\n  timeWindowMinutes: 15\naction: merge\n",
    );
    await fake.run(`correlation create -f ${file} --window 1h`);
    expect(sent("POST")).to.deep.equal({
      name: "outage",
      description: "one",
      action: "merge",
      conditions: { matchFields: ["service"], timeWindowMinutes: 60 },
    });
    fake.server.requests.length = 0;
    await fake.run("correlation create copy -f -", JSON.stringify(rule));
    expect(sent("POST")).to.deep.equal({
      name: "copy",
      description: rule.description,
      enabled: true,
      action: "merge",
      priority: 50,
      conditions: { matchFields: ["service"], timeWindowMinutes: 15, signalTypes: ["ERROR_RATE"] },
    });
  });

  it("reports missing fields and invalid files before the request", async () => {
    await fake.serve();
    const bare = await fake.run("correlation create outage --action merge");
    expect(bare.code).to.equal(2);
    expect(bare.stderr).to.contain("--match, --window");
    const broken = await fake.run(`correlation create -f ${fileOf("broken.yaml", "a: [")}`);
    expect(broken.code).to.equal(2);
    expect(broken.stderr).to.contain("neither JSON nor YAML");
    const mistyped = await fake.run(
      "correlation preview -f -",
      "conditions: { matchField: [service] }\naction: merge\n",
    );
    expect(mistyped.code).to.equal(2);
    expect(mistyped.stderr).to.contain('Unknown field "matchField"');
    expect(fake.server.requests).to.have.length(0);
  });

  it("keeps other conditions of a rule when it changes one", async () => {
    await fake.serve({ [rules]: json([rule, other]), [`PUT /correlation/rules/${rule.id}`]: json(rule) });
    const env = fake.env;
    await tocsin(["correlation", "update", "one outage of a SERVICE", "--window", "30m"], { env });
    expect(sent("PUT")).to.deep.equal({
      conditions: { matchFields: ["service"], timeWindowMinutes: 30, signalTypes: ["ERROR_RATE"] },
    });
    expect(await fake.run("correlation update quiet")).to.have.property("code", 2);
  });

  it("previews an existing rule with the changes of the flags", async () => {
    await fake.serve({
      [`GET /correlation/rules/${rule.id}`]: json(rule),
      "POST /correlation/rules/preview": json(preview),
    });
    const { stdout } = await fake.run(`correlation preview ${rule.id} --window 1h --days 7`);
    expect(sent("POST")).to.deep.equal({
      rule: {
        name: rule.name,
        priority: 50,
        action: "merge",
        conditions: { matchFields: ["service"], timeWindowMinutes: 60, signalTypes: ["ERROR_RATE"] },
      },
      lookbackDays: 7,
    });
    expect(stdout).to.contain("30 (15 %)").and.contain("019353e1 into 029353e1, 3 min later");
  });

  it("deletes rules by ids from a pipe, and only after confirmation", async () => {
    const own = `DELETE /correlation/rules/${rule.id}`;
    await fake.serve({ [`GET /correlation/rules/${rule.id}`]: json(rule), [own]: json({ deleted: true }) });
    expect(await fake.run("correlation delete -", `${rule.id}\n`)).to.have.property("code", 2);
    expect((await fake.run("correlation delete - --yes", `${rule.id}\n`)).stdout).to.contain("is deleted");
  });
});
