import { text } from "node:stream/consumers";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, json } from "./fake-tocsin.ts";
import { cleanEnv, start, tocsin } from "./run.ts";
import { first, routes, second } from "./two-incidents.ts";

describe("commands about incidents", () => {
  const fake = fakeSession();

  describe("incidents", () => {
    it("prints full, tab-separated values in a pipe, without colours or control characters", async () => {
      await fake.serve({ "GET /incidents": json([first, second], 200, { "x-total-count": "2" }) });
      const { code, stdout, stderr } = await fake.run("incidents");
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
      expect(stdout.split("\n").map((line) => line.split("\t").toSpliced(5, 1))).to.deep.equal([
        [first.id, "CRITICAL", "OPEN", "checkout", "Error burst in checkout", "1"],
        [second.id, "CRITICAL", "INVESTIGATING", "checkout", "bad title", "3"],
        [""],
      ]);
    });

    it("sends its filters, and prints the answer of the API with --json", async () => {
      await fake.serve({ "GET /incidents": json([first, second]) });
      const { stdout } = await fake.run(
        "incident list --status open --severity CRITICAL --service checkout --search down --assignee a1000000-0000-7000-8000-000000000001 --sort severity --limit 7 --json",
      );
      expect(JSON.parse(stdout)).to.deep.equal([first, second]);
      expect(stdout).not.to.contain("\u202e");
      expect(fake.server.requests[0]?.url).to.equal(
        "/incidents?status=OPEN&severity=CRITICAL&service=checkout&search=down&assigneeId=a1000000-0000-7000-8000-000000000001&sortBy=severity&limit=7",
      );
    });

    it("reads all pages with --all", async () => {
      const page: Answer = (response, asked) =>
        asked.url.includes("cursor=2")
          ? json([second])(response, asked)
          : json([first], 200, { link: '</incidents?cursor=2>; rel="next"' })(response, asked);
      await fake.serve({ "GET /incidents": page });
      expect(JSON.parse((await fake.run("incidents --all --json")).stdout)).to.deep.equal([first, second]);
    });

    it("ends without an error when the reader closes the pipe", async () => {
      await fake.serve({ "GET /incidents": json(Array.from({ length: 5_000 }, () => first)) });
      const child = start(["incidents", "--all", "--json"], cleanEnv(fake.env));
      const closed = new Promise((resolve) => child.on("close", resolve));
      const stderr = text(child.stderr);
      child.stdout.once("data", () => child.stdout.destroy());
      expect(await closed).to.equal(0);
      expect(await stderr).to.equal("");
    });
  });

  describe("incident", () => {
    it("is shown with its timeline by short id", async () => {
      await fake.serve(routes);
      const { code, stdout } = await fake.run("incident show 019353e1");
      expect(code).to.equal(0);
      expect(stdout)
        .to.contain("Error burst in checkout")
        .and.contain("Incident opened (system)")
        .and.contain(first.id);
      expect(stdout).not.to.contain("\u001b");
    });

    it("is coloured only if colours are on, and the severity is a word too", async () => {
      await fake.serve(routes);
      const shown = async (more: Record<string, string>) =>
        (await tocsin(["incident", "show", first.id], { env: { ...fake.env, FORCE_COLOR: "1", ...more } })).stdout;
      const [painted, noColor, dumb] = await Promise.all([
        shown({}),
        shown({ NO_COLOR: "1" }),
        shown({ TERM: "dumb" }),
      ]);
      expect(painted).to.contain("\u001b[31mCRITICAL\u001b[39m");
      for (const plain of [noColor, dumb]) expect(plain).to.contain("CRITICAL").and.not.contain("\u001b");
    });

    it("lists the matches of an ambiguous id", async () => {
      await fake.serve(routes);
      const { code, stderr } = await fake.run("incident show 019353e");
      expect(code).to.equal(2);
      expect(stderr).to.contain(`${first.id}  Error burst in checkout`).and.contain(`${second.id}  bad title`);
    });

    it("exits with 5 for an unknown short id", async () => {
      await fake.serve(routes);
      expect(await fake.run("incident show deadbeef")).to.have.property("code", 5);
    });
  });
});
