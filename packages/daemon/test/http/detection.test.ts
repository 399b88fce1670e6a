import { expect } from "chai";
import { ruleText } from "../detect/support.ts";
import { core } from "../support/daemon.ts";
import { detectionRequests, type Rule } from "./detection-requests.ts";

describe("detection rules over HTTP", function () {
  this.timeout(30_000);
  const world = detectionRequests();

  describe("a file that is checked", () => {
    it("is answered as it would be in force, the built-in rules among them", async () => {
      const inForce = (await core(world.daemon, "/detection/rules", { token: world.token })).json<Rule[]>();
      const whole = await world.check(ruleText);
      expect(whole).to.deep.include({ valid: true, problems: [], rules: inForce });
      const { rules } = await world.check(
        "extends: default\nrules:\n  - { id: log-error-burst, minErrors: 7 }\n  - { id: own, pattern: log-fatal, enabled: false }\n",
      );
      const one = (id: string) => rules.find((rule) => rule.id === id);
      expect(one("log-error-burst")).to.deep.include({ source: "changed" });
      expect(one("log-error-burst")?.parameters).to.include({ minErrors: 7, times: 5 });
      expect(one("own")).to.include({ source: "file", enabled: false });
      expect(one("log-fatal")).to.include({ source: "built-in" });
    });

    it("is answered with the rules that name the deprecated field pattern", async () => {
      const { deprecated } = await world.check(
        "rules:\n  - { id: old, pattern: log-fatal }\n  - { id: new, type: log-fatal }\n",
      );
      expect(deprecated).to.deep.equal(["old"]);
    });

    it("is answered with every problem, by line and column, in the order of the file", async () => {
      const { valid, problems, rules } = await world.check(
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
        const { valid, problems } = await world.check(text);
        expect(valid).to.equal(false);
        expect(problems).to.not.have.lengthOf(0);
        expect(problems.length).to.be.at.most(100);
        for (const { message } of problems) expect(message.length).to.be.within(1, 1000);
      });
    }

    it("is refused where it is too long", async () => {
      expect((await world.ask("check", { rules: "#".repeat(131_073) })).status).to.equal(400);
      expect((await world.ask("check", { rules: "" })).status).to.equal(400);
    });
  });
});
