import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, incident, json, stream } from "./fake-tocsin.ts";
import { tocsin } from "./run.ts";

const fixture = (name: string): string => new URL(`fixtures/${name}`, import.meta.url).pathname;

describe("the command demo", () => {
  const fake = fakeSession();
  const accepting: Answer = (response, asked) =>
    json({ accepted: JSON.parse(asked.body).length, rejected: 0, details: [] }, 202)(response, asked);

  describe("demo", () => {
    it("reports the path of a missing recording", async () => {
      await fake.serve();
      expect(await fake.run("demo --file /nowhere.gz"))
        .to.deep.include({ code: 1, stdout: "" })
        .and.have.property("stderr")
        .that.contains("Cannot find the recording /nowhere.gz");
    });

    describe("played for a second time", () => {
      const file = fixture("short.ndjson");
      const known = incident({ status: "RESOLVED" });
      const open = incident({ id: "029353e1-0000-7000-8000-000000000002", title: "Still open" });
      const quiet = incident({ id: "039353e1-0000-7000-8000-000000000003", title: "Untouched" });
      const after = {
        reopened: { ...known, status: "OPEN", updatedAt: "2026-11-20T09:00:00.000Z" },
        seenAgain: { ...open, duplicateCount: 4, updatedAt: "2026-11-20T09:00:00.000Z" },
      };
      const played = async (before: object[], later: object[]) => {
        let lists = 0;
        await fake.serve({
          "GET /incidents": (response, asked) => {
            lists += 1;
            json(lists === 1 ? before : later)(response, asked);
          },
          "GET /incidents/stream": stream(": hello\n\n"),
          "POST /events/logs/batch": accepting,
        });
        return fake.run(`demo --organization acme --settle 50ms --speed 1000 --file ${file}`);
      };

      it("lists and counts reopened and repeated incidents", async () => {
        const { code, stdout, stderr } = await played([known, open, quiet], [after.reopened, after.seenAgain, quiet]);
        expect(code, stderr).to.equal(0);
        expect(stderr).to.contain("Incidents: 0 opened, 1 reopened, 1 seen again");
        expect(
          stdout
            .trim()
            .split("\n")
            .map((line) => line.split("\t")[0]),
        ).to.deep.equal([known.id, open.id]);
      });

      it("reports that no incident was opened, with a hint", async () => {
        const { stdout, stderr } = await played([quiet], [quiet]);
        expect(stdout).to.equal("");
        expect(stderr).to.contain("Incidents: 0 opened.").and.contain("logs search");
      });
    });

    it("resolves paths from the folder of the user, also as a script of npm", async () => {
      await fake.serve();
      const folder = mkdtempSync(path.join(tmpdir(), "tocsin-typed-"));
      writeFileSync(path.join(folder, "mine.ndjson"), "no recording\n");
      const npm = { npm_lifecycle_event: "tocsin", INIT_CWD: folder };
      const { stderr } = await tocsin(["demo", "--file", "mine.ndjson"], { env: { ...fake.env, ...npm } });
      expect(stderr).to.contain("Line 1 of mine.ndjson");
    });

    it("does not play into an organization that the token can't read", async () => {
      await fake.serve();
      const file = fixture("outage.ndjson");
      const { code, stderr } = await fake.run(`demo --file ${file}`);
      expect(code).to.equal(4);
      expect(stderr)
        .to.contain("organization acme")
        .and.contain("tocsind token --organization demo")
        .and.contain("tocsin demo --organization acme")
        .and.contain("login --profile demo");
      expect(fake.server.requests).to.have.length(0);
    });
  });
});
