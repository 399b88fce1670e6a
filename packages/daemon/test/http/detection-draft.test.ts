import { expect } from "chai";
import { core, ingest } from "../support/daemon.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { detectionRequests } from "./detection-requests.ts";

interface Opening {
  readonly ruleId: string;
  readonly overlap: { readonly incidentId: string; readonly sameTrouble: boolean } | null;
}
interface Preview {
  readonly events: number;
  readonly truncated: boolean;
  readonly openings: readonly Opening[];
  readonly missedIncidents: readonly unknown[];
}

describe("Drafts of detection rules over HTTP", function () {
  this.timeout(30_000);
  const world = detectionRequests();

  describe("a draft that is tried", () => {
    it("finds what the live rules opened a moment ago, and the incident", async () => {
      await ingest(world.daemon, "/events/logs", log({ level: "fatal", message: "out of disk" }), {
        organization: "acme",
      });
      const opened = await waitFor(async () => {
        const [first] = (await core(world.daemon, "/incidents", { token: world.token })).json<{ id: string }[]>();
        return first;
      });
      const answer = await world.ask("preview", { rules: "extends: default\nrules: []\n" });
      expect(answer.status, answer.text).to.equal(200);
      const { openings, missedIncidents, ...rest } = answer.json<Preview>();
      expect(openings.map(({ ruleId, overlap }) => ({ ruleId, overlap }))).to.deep.equal([
        { ruleId: "log-fatal", overlap: { incidentId: opened.id, ruleId: "log-fatal", sameTrouble: true } },
      ]);
      expect(missedIncidents).to.deep.equal([]);
      expect(rest).to.include({ events: 1, truncated: false });
      const other = await core(world.daemon, "/detection/preview", {
        token: tokenOf("other"),
        body: { rules: "extends: default\nrules: []\n" },
      });
      expect(other.json<Preview>()).to.deep.include({ events: 0, openings: [], missedIncidents: [] });
    });

    it("is refused with what is wrong with it, by line and column", async () => {
      const { details } = await world.refused({ rules: "rules:\n  - { id: a, pattern: log-fatal, x: 1 }\n" });
      expect(details?.[0]?.path).to.equal("/rules");
      expect(details?.[0]?.message).to.match(/^line 2, column \d+: rule a: x is unknown/);
    });

    it("is refused for rules that it doesn't hold, and for ranges that are none", async () => {
      const rules = "extends: default\nrules: []\n";
      expect((await world.refused({ rules, ruleIds: ["log-fatal", "none"] })).details).to.deep.equal([
        { path: "/ruleIds", message: "holds none, which the draft doesn't" },
      ]);
      const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
      for (const range of [
        { from: at(-1) },
        { from: at(1), to: at(2) },
        { from: at(40), to: at(1) },
        { from: "2026-02-30T00:00:00Z" },
      ]) {
        expect((await world.refused({ rules, ...range })).details?.[0]?.path, JSON.stringify(range)).to.equal("/from");
      }
    });
  });
});
