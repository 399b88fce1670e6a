import { expect } from "chai";
import { ruleText } from "../detect/support.ts";
import { core, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Rule {
  readonly id: string;
  readonly source: string;
  readonly enabled: boolean;
  readonly parameters: Readonly<Record<string, unknown>>;
}
interface Check {
  readonly valid: boolean;
  readonly problems: readonly { readonly line: number; readonly column: number; readonly message: string }[];
  readonly rules: readonly Rule[];
  readonly deprecated?: readonly string[];
}
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

describe("detection rules over HTTP", function () {
  this.timeout(30_000);
  const token = tokenOf("acme");
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const ask = (path: string, body: unknown): Promise<Answer> => core(daemon, `/detection/${path}`, { token, body });
  const check = async (rules: string): Promise<Check> => {
    const answer = await ask("check", { rules });
    expect(answer.status, answer.text.slice(0, 500)).to.equal(200);
    return answer.json<Check>();
  };
  const refused = async (body: unknown): Promise<ErrorBody> => {
    const answer = await ask("preview", body);
    expect(answer.status, answer.text).to.equal(400);
    return answer.json<ErrorBody>();
  };

  describe("a file that is checked", () => {
    it("is answered as it would be in force, the built-in rules among them", async () => {
      const inForce = (await core(daemon, "/detection/rules", { token })).json<Rule[]>();
      const whole = await check(ruleText);
      expect(whole).to.deep.include({ valid: true, problems: [], rules: inForce });
      const { rules } = await check(
        "extends: default\nrules:\n  - { id: log-error-burst, minErrors: 7 }\n  - { id: own, pattern: log-fatal, enabled: false }\n",
      );
      const one = (id: string) => rules.find((rule) => rule.id === id);
      expect(one("log-error-burst")).to.deep.include({ source: "changed" });
      expect(one("log-error-burst")?.parameters).to.include({ minErrors: 7, times: 5 });
      expect(one("own")).to.include({ source: "file", enabled: false });
      expect(one("log-fatal")).to.include({ source: "built-in" });
    });

    it("is answered with the rules that name the deprecated field pattern", async () => {
      const { deprecated } = await check(
        "rules:\n  - { id: old, pattern: log-fatal }\n  - { id: new, type: log-fatal }\n",
      );
      expect(deprecated).to.deep.equal(["old"]);
    });

    it("is answered with every problem, by line and column, in the order of the file", async () => {
      const { valid, problems, rules } = await check(
        "rules:\n  - id: a\n    pattern: log-error-burst\n    minErrors: 0\n    minErors: 3\n  - id: b\n    pattern: none\n",
      );
      expect({ valid, rules }).to.deep.equal({ valid: false, rules: [] });
      expect(problems.map(({ line, column }) => `${line}:${column}`)).to.deep.equal([
        ...["2:5", "2:5", "2:5", "4:5", "5:5", "7:5"],
      ]);
      expect(problems[3]?.message).to.equal("rule a: minErrors must be a whole number from 1 to 1000000000; it is 0");
      expect(problems[4]?.message).to.contain("minErors is unknown; known are id, type");
      expect(problems[5]?.message).to.contain("pattern must be one of log-error-rate");
    });

    const hostile: Readonly<Record<string, string>> = {
      "nested too deeply": `rules: ${"[".repeat(100_000)}`,
      "closed again": `rules: ${"[".repeat(60_000)}${"]".repeat(60_000)}`,
      "aliases that multiply": `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghi"].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`)}]`).join("\n")}\nrules: *i`,
      "one long list under many names": `rules:\n${Array.from({ length: 99 }, (_, index) => `- { id: r${index}, pattern: metric-anomaly, minScore: 2, highScore: 3, metrics: ${index === 0 ? `&m [${Array(190).fill("x".repeat(600))}]` : "*m"} }`).join("\n")}`,
      "ten thousand keys": Array.from({ length: 10_000 }, (_, index) => `k${index}: 1`).join("\n"),
      itself: "rules: &rules [*rules]",
      tags: "!!js/function 'x'",
      "a number": "3",
      "control characters": "rules: [\u0000\u001b]",
      prototypes: 'rules: [{ id: a, pattern: log-fatal, "__proto__": 1 }]\n__proto__: { rules: [] }',
    };
    for (const [name, text] of Object.entries(hostile)) {
      it(`is answered, whatever it holds: ${name}`, async () => {
        const { valid, problems } = await check(text);
        expect(valid).to.equal(false);
        expect(problems).to.not.have.lengthOf(0);
        expect(problems.length).to.be.at.most(100);
        for (const { message } of problems) expect(message.length).to.be.within(1, 1000);
      });
    }

    it("is refused where it is too long", async () => {
      expect((await ask("check", { rules: "#".repeat(131_073) })).status).to.equal(400);
      expect((await ask("check", { rules: "" })).status).to.equal(400);
    });
  });

  describe("a draft that is tried", () => {
    it("finds what the live rules opened a moment ago, and the incident", async () => {
      await ingest(daemon, "/events/logs", log({ level: "fatal", message: "out of disk" }), { organization: "acme" });
      const opened = await waitFor(async () => {
        const [first] = (await core(daemon, "/incidents", { token })).json<{ id: string }[]>();
        return first;
      });
      const answer = await ask("preview", { rules: "extends: default\nrules: []\n" });
      expect(answer.status, answer.text).to.equal(200);
      const { openings, missedIncidents, ...rest } = answer.json<Preview>();
      expect(openings.map(({ ruleId, overlap }) => ({ ruleId, overlap }))).to.deep.equal([
        { ruleId: "log-fatal", overlap: { incidentId: opened.id, ruleId: "log-fatal", sameTrouble: true } },
      ]);
      expect(missedIncidents).to.deep.equal([]);
      expect(rest).to.include({ events: 1, truncated: false });
      const other = await core(daemon, "/detection/preview", {
        token: tokenOf("other"),
        body: { rules: "extends: default\nrules: []\n" },
      });
      expect(other.json<Preview>()).to.deep.include({ events: 0, openings: [], missedIncidents: [] });
    });

    it("is refused with what is wrong with it, by line and column", async () => {
      const { details } = await refused({ rules: "rules:\n  - { id: a, pattern: log-fatal, x: 1 }\n" });
      expect(details?.[0]?.path).to.equal("/rules");
      expect(details?.[0]?.message).to.match(/^line 2, column \d+: rule a: x is unknown/);
    });

    it("is refused for rules that it doesn't hold, and for ranges that are none", async () => {
      const rules = "extends: default\nrules: []\n";
      expect((await refused({ rules, ruleIds: ["log-fatal", "none"] })).details).to.deep.equal([
        { path: "/ruleIds", message: "holds none, which the draft doesn't" },
      ]);
      const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
      for (const range of [
        { from: at(-1) },
        { from: at(1), to: at(2) },
        { from: at(40), to: at(1) },
        { from: "2026-02-30T00:00:00Z" },
      ]) {
        expect((await refused({ rules, ...range })).details?.[0]?.path, JSON.stringify(range)).to.equal("/from");
      }
    });
  });
});
