import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";
import { catalog, checkout } from "./service-samples.ts";

describe("commands that change services", () => {
  const fake = fakeSession();
  const one = "/services/catalog/checkout";
  const lists = { "GET /services/catalog": json(catalog), [`GET ${one}`]: json(checkout) };
  const bodyOf = (method: string, url: string): unknown => {
    const asked = fake.server.requests.find((each) => each.method === method && each.url === url);
    return asked?.body ? JSON.parse(asked.body) : undefined;
  };

  describe("service update", () => {
    it("keeps other fields, although the API replaces the entry", async () => {
      await fake.serve({ ...lists, [`PUT ${one}`]: json({ ...checkout, tier: "tier-0", slo: null }) });
      const { stdout } = await fake.run("service update checkout --tier TIER-0 --objective none");
      expect(bodyOf("PUT", one)).to.deep.equal({
        ownerTeam: "payments",
        tier: "tier-0",
        escalationPolicy: "pay-oncall",
        environment: null,
        slo: null,
      });
      expect(stdout).to.equal("checkout: tier tier-1 → tier-0, objective 99.9 % over 30 d → none\n");
    });

    it("adds a service with owner and tier, and needs both", async () => {
      await fake.serve({ [`PUT ${one}`]: json(checkout) });
      const { stderr, code } = await fake.run("service update checkout --tier tier-1");
      expect(code).to.equal(2);
      expect(stderr).to.contain("--owner and --tier");
      await fake.run("service update checkout --tier tier-1 --owner payments --objective 99.5 --window 7d");
      expect(bodyOf("PUT", one)).to.deep.include({ slo: { objectivePct: 99.5, windowDays: 7 } });
    });

    it("rejects an invalid objective, and half a day", async () => {
      await fake.serve(lists);
      for (const flags of ["--objective 100", "--objective high", "--window 12h", ""])
        expect((await fake.run(`service update checkout ${flags}`.trim())).code, flags).to.equal(2);
      expect(fake.server.requests.some(({ method }) => method === "PUT")).to.equal(false);
    });
  });

  describe("service dependencies", () => {
    const path = `${one}/dependencies`;
    const answer = json({ serviceName: "checkout", dependencies: ["search"], updatedAt: checkout.updatedAt });

    it("lists dependencies with their catalog entries", async () => {
      await fake.serve(lists);
      expect((await fake.run("service dependencies checkout")).stdout).to.equal(
        "payments\ttier-0\tpayments\ndb\t-\t-\n",
      );
    });

    it("replaces, removes and changes dependencies", async () => {
      await fake.serve({ ...lists, [`PUT ${path}`]: answer });
      const { stdout } = await fake.run("service dependencies checkout --on search,search");
      expect(stdout).to.equal("checkout calls payments, db → search\n");
      await fake.run("service dependencies checkout --add search,db --remove payments");
      await fake.run("service dependencies checkout --on=");
      const bodies = fake.server.requests.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body));
      expect(bodies).to.deep.equal([
        { dependencies: ["search"] },
        { dependencies: ["db", "search"] },
        { dependencies: [] },
      ]);
    });

    it("sets dependencies of a service without an entry", async () => {
      await fake.serve({ [`PUT ${path}`]: answer });
      expect((await fake.run("service dependencies checkout --on search")).stdout).to.equal("checkout calls search\n");
    });
  });

  it("service rename reports a duplicate name", async () => {
    await fake.serve({ [`POST ${one}/rename`]: refusal(409, "There is a service payments already.") });
    const { code, stderr } = await fake.run("service rename checkout payments");
    expect(code).to.equal(1);
    expect(stderr).to.contain("There is a service payments already.");
  });

  it("service remove asks first, and takes names from stdin with --yes", async () => {
    await fake.serve({ [`DELETE ${one}`]: json({ deleted: true }) });
    expect((await fake.run("service remove checkout")).code).to.equal(2);
    expect((await fake.run("service remove - --yes", "checkout\ttier-1\n")).stdout).to.contain("checkout is removed");
  });
});
