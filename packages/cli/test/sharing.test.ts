import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";

describe("what all commands share", () => {
  const fake = fakeSession();

  for (const command of ["incidents", "incident timeline 019353e1", "logs search", "remediation list", "report export"])
    it(`${command} rejects an empty time range before the request`, async () => {
      await fake.serve();
      const { code, stderr } = await fake.run(`${command} --since 1h --until 2h`);
      expect(code).to.equal(2);
      expect(stderr).to.contain("must be before --until");
      expect(fake.server.requests).to.deep.equal([]);
    });

  it("an unknown command is reported as JSON with --json", async () => {
    await fake.serve();
    const { code, stdout, stderr } = await fake.run("incidnets --json");
    expect(code).to.equal(2);
    expect(JSON.parse(stdout).error.message).to.contain("Did you mean: tocsin incidents");
    expect(stderr).to.equal("");
  });

  it("notes have no control sequences of the server", async () => {
    await fake.serve({ "GET /team": json([]), "GET /incidents": json([]), "GET /services/catalog": json([]) });
    const { stderr } = await fake.run("incidents --service \u001b[2Jshop");
    expect(stderr).to.contain("shop").and.not.to.contain("\u001b");
  });

  it("an unknown flag is reported with the closest one and the help", async () => {
    await fake.serve();
    const { code, stderr } = await fake.run("incidents --servce checkout");
    expect(code).to.equal(2);
    expect(stderr).to.equal(
      "Error: incidents has no flag --servce.\nDid you mean --service?\nTo see its arguments: tocsin incidents --help\n",
    );
  });

  it("missing arguments, extra arguments and invalid values are reported by name", async () => {
    await fake.serve();
    const stderrOf = async (words: string) => (await fake.run(words)).stderr;
    expect(await stderrOf("incident show")).to.match(/^Error: INCIDENT is missing: Id of the incident/);
    expect(await stderrOf("incident show 019353e1 b")).to.contain("incident show has too many arguments: b.");
    expect(await stderrOf("incidents --limit 0")).to.match(/^Error: --limit: Expected an integer/);
    expect(await stderrOf("incidents --me --unassigned")).to.match(/^Error: --unassigned cannot stand beside --me\n/);
    expect(await stderrOf("incident wait 019353e1")).to.match(/^Error: --for is missing\.\n/);
  });

  it("an empty list on stdin changes nothing, with a note", async () => {
    await fake.serve();
    const { code, stdout, stderr } = await fake.run("incident resolve - --json", "");
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal([]);
    expect(stderr).to.equal("There are no ids on stdin. Nothing was changed.\n");
  });

  it("config is a list like every other", async () => {
    await fake.serve();
    expect((await fake.run("config -o csv")).stdout).to.match(/^name,value,origin\nprofile,default,default\n/);
  });

  describe("api", () => {
    it("sends data by POST by default", async () => {
      await fake.serve({ "POST /team": json({ id: "1" }, 201) });
      expect((await fake.run(`api /team -d {"name":"Ada"}`)).code).to.equal(0);
      expect(fake.server.requests[0]).to.include({ method: "POST", body: '{"name":"Ada"}' });
    });

    it("rejects data with GET", async () => {
      await fake.serve();
      const { code, stderr } = await fake.run("api GET /team -d {}");
      expect(code).to.equal(2);
      expect(stderr).to.contain("--query");
    });
  });
});
