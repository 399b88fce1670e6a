import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";

describe("what all commands share", () => {
  const fake = fakeSession();

  for (const command of ["incidents", "incident timeline 019353e1", "logs search", "remediation list", "report export"])
    it(`${command} takes an empty range for a mistake, and asks for nothing`, async () => {
      await fake.serve();
      const { code, stderr } = await fake.run(`${command} --since 1h --until 2h`);
      expect(code).to.equal(2);
      expect(stderr).to.contain("nothing can be between");
      expect(fake.server.asked).to.deep.equal([]);
    });

  it("a command that is mistyped is told as JSON with --json", async () => {
    await fake.serve();
    const { code, stdout, stderr } = await fake.run("incidnets --json");
    expect(code).to.equal(2);
    expect(JSON.parse(stdout).error.message).to.contain("Did you mean: tocsin incidents");
    expect(stderr).to.equal("");
  });

  it("what the server says in an aside can't move the cursor", async () => {
    await fake.serve({ "GET /team": json([]), "GET /incidents": json([]), "GET /services/catalog": json([]) });
    const { stderr } = await fake.run("incidents --service \u001b[2Jshop");
    expect(stderr).to.contain("shop").and.not.to.contain("\u001b");
  });

  describe("api", () => {
    it("sends data by POST where no method is named", async () => {
      await fake.serve({ "POST /team": json({ id: "1" }, 201) });
      expect((await fake.run(`api /team -d {"name":"Ada"}`)).code).to.equal(0);
      expect(fake.server.asked[0]).to.include({ method: "POST", body: '{"name":"Ada"}' });
    });

    it("takes data with GET for a mistake", async () => {
      await fake.serve();
      const { code, stderr } = await fake.run("api GET /team -d {}");
      expect(code).to.equal(2);
      expect(stderr).to.contain("--query");
    });
  });
});
