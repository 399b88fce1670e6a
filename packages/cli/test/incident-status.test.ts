import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { json, stream } from "./fake-tocsin.ts";
import { first, routes } from "./two-incidents.ts";

describe("changes of the status of an incident", () => {
  const fake = fakeSession();

  describe("incident status", () => {
    it("prints the previous and the new status", async () => {
      await fake.serve(routes);
      expect(await fake.run(`incident status ${first.id} resolved`)).to.deep.include({
        code: 0,
        stdout: "019353e1 OPEN → RESOLVED\n",
      });
      expect(JSON.parse(fake.server.requests.at(-1)?.body ?? "")).to.deep.equal({ status: "RESOLVED" });
    });

    it("moves an incident even if another one fails, which sets the exit code", async () => {
      await fake.serve(routes);
      const { code, stdout, stderr } = await fake.run(`incident status deadbeef ${first.id} RESOLVED`);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "019353e1 OPEN → RESOLVED\n" });
      expect(stderr).to.contain("deadbeef: No incident id begins with deadbeef.");
    });

    it("moves each incident whose id is on stdin, such as the lines of a list", async () => {
      await fake.serve(routes);
      const piped = `${first.id}\tCRITICAL\tOPEN\n\n${first.id}\n`;
      const { code, stdout } = await fake.run("incident status - resolved", piped);
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: "019353e1 OPEN → RESOLVED\n" });
    });

    it("prints the request and changes nothing with --dry-run", async () => {
      await fake.serve(routes);
      const { code, stdout } = await fake.run(`incident status ${first.id} ${first.id} resolved --dry-run`);
      const wish = `Would send PATCH /incidents/${first.id}/status {"status":"RESOLVED"}\n`;
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: wish + wish });
      const asked = await fake.run(`incident status ${first.id} resolved --dry-run --json`);
      expect(JSON.parse(asked.stdout)).to.deep.equal([
        {
          id: first.id,
          dryRun: { method: "PATCH", path: `/incidents/${first.id}/status`, body: { status: "RESOLVED" } },
        },
      ]);
      expect(new Set(fake.server.requests.map(({ method }) => method))).to.deep.equal(new Set(["GET"]));
    });

    it("incident wait ends when the stream announces the status", async () => {
      await fake.serve({
        ...routes,
        "GET /incidents/stream": stream(`id: 1\ndata: ${JSON.stringify({ ...first, status: "RESOLVED" })}\n\n`),
      });
      expect(await fake.run(`incident wait ${first.id} --for resolved,closed --timeout 20s`)).to.deep.include({
        code: 0,
        stdout: "019353e1 is RESOLVED.\n",
      });
    });

    it("incident wait waits longer than the maximum of a timer", async () => {
      let reads = 0;
      await fake.serve({
        "GET /incidents/stream": stream(": hello\n\n"),
        [`GET /incidents/${first.id}`]: (response, asked) => {
          reads += 1;
          const status = reads < 2 ? "OPEN" : "RESOLVED";
          json({ ...first, status })(response, asked);
        },
      });
      expect(await fake.run(`incident wait ${first.id} --for RESOLVED --timeout 30d`)).to.deep.include({
        code: 0,
        stdout: "019353e1 is RESOLVED.\n",
        stderr: "",
      });
    });

    it("incident wait exits with 8 after the timeout", async () => {
      await fake.serve({ ...routes, "GET /incidents/stream": stream(": hello\n\n") });
      const { code, stderr } = await fake.run(`incident wait ${first.id} --for RESOLVED --timeout 100ms`);
      expect(code).to.equal(8);
      expect(stderr).to.contain("was not RESOLVED within 0.1 s");
    });
  });
});
