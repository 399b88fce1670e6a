import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { CHECK, draft, rule, sound, unsound } from "./detection-samples.ts";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";

describe("commands about detection rules", () => {
  const fake = fakeSession();
  const bodyOf = (url: string): unknown => {
    const asked = fake.server.requests.find((each) => each.url === url && each.method === "POST");
    return asked?.body ? JSON.parse(asked.body) : undefined;
  };

  it("detection rules lists rules by id, tab-separated in a pipe", async () => {
    await fake.serve({ "GET /detection/rules": json([rule()]), "GET /detection/performance": json([]) });
    expect((await fake.run("detection rules")).stdout).to.equal(
      "queue-too-long\ton\tactive\t-\tHIGH\tfile\tA metric passes a fixed threshold for some minutes.\n",
    );
    expect((await fake.run("detection rules -o name")).stdout).to.equal("queue-too-long\n");
  });

  it("detection show prints one rule with its thresholds, and exits with 5 for an unknown one", async () => {
    await fake.serve({ "GET /detection/rules": json([rule()]), "GET /detection/performance": json([]) });
    const { stdout } = await fake.run("detection show Queue-Too-Long");
    expect(stdout)
      .to.match(/source +the detection file/)
      .and.match(/threshold +1000/);
    expect(stdout)
      .to.match(/services +any/)
      .and.match(/highFrom +none/);
    expect(stdout)
      .to.match(/labels +queue: a, b/)
      .and.match(/exceptWords +none/);
    expect(stdout).not.to.match(/\u001b\[2J|\u202e/);
    expect((await fake.run("detection show other")).code).to.equal(5);
  });

  it("detection check summarizes a valid file", async () => {
    await fake.serve({ [CHECK]: json(sound) });
    const { stdout, code } = await fake.run("detection check -", draft);
    expect(code).to.equal(0);
    expect(stdout).to.equal("- is valid: 2 rules, of which 1 new, 0 changed, 1 built in, 1 off.\n");
    expect(bodyOf("/detection/check")).to.deep.equal({ rules: draft });
  });

  it("detection check notes rules that name the deprecated field pattern", async () => {
    await fake.serve({ [CHECK]: json({ ...sound, deprecated: ["a", "b\u001b[2J"] }) });
    const { stdout, stderr, code } = await fake.run("detection check -", draft);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^- is valid: .*\n$/);
    expect(stderr).to.equal("The field pattern is deprecated. Write type instead in 2 rules: a, b.\n");
  });

  it("detection check lists every problem with file, line and column, and exits with 1", async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "tocsin-rules-")), "rules.yaml");
    writeFileSync(file, draft);
    await fake.serve({ [CHECK]: json(unsound) });
    const { stdout, code } = await fake.run(`detection check ${file}`);
    expect(stdout).to.equal(`${file}:3:14: rule a: threshold is missing\n${file}:4:5: rule b: minErrors is unknown\n`);
    expect(code).to.equal(1);
    const asJson = await fake.run(`detection check ${file} --json`);
    expect(JSON.parse(asJson.stdout)).to.deep.equal(unsound);
    expect(asJson.code).to.equal(1);
  });

  it("detection check rejects a missing and an empty file", async () => {
    await fake.serve();
    expect(await fake.run("detection check /no/such/file")).to.include({ code: 2, stdout: "" });
    expect(await fake.run("detection check -", " \n")).to.include({ code: 2, stdout: "" });
  });
});
