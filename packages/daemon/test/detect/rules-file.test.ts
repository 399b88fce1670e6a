import { expect } from "chai";
import { parseRules } from "../../src/detect/rules/rules-file.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { builtInRules, createWorld, error, keys, repeat, START } from "./support.ts";

const refusal = (text: string): ApplicationError => {
  try {
    parseRules(text, builtInRules);
  } catch (thrown) {
    if (thrown instanceof ApplicationError) return thrown;
  }
  throw new Error("was not refused");
};

describe("the rules file", () => {
  it("of the house holds a rule of every pattern", () => {
    expect(new Set(builtInRules.map((rule) => rule.detector))).to.have.lengthOf(13);
  });

  it("that extends the default changes what it names and keeps the rest", () => {
    const rules = parseRules(
      "extends: default\nrules:\n  - { id: log-error-burst, minErrors: 100, services: [check*] }\n",
      builtInRules,
    );
    expect(rules).to.have.lengthOf(builtInRules.length);
    expect(rules.find((rule) => rule.id === "log-error-burst")).to.include({
      minErrors: 100,
      times: 5,
      resolveAfterMs: 900_000,
    });
    expect(createWorld(rules).send(repeat(99, () => error(START)))).to.deep.equal([]);
    expect(createWorld(rules).send(repeat(100, () => error(START, { service: "cart" })))).to.deep.equal([]);
    expect(keys(createWorld(rules).send(repeat(100, () => error(START))))).to.deep.equal([
      "log-error-burst:checkout-api",
    ]);
  });

  it("that doesn't extend holds only its own rules; a pattern may stand twice", () => {
    const rules = parseRules(
      "rules:\n  - { id: one, pattern: log-fatal }\n  - { id: two, pattern: log-fatal, environments: [prod], resolveAfterMinutes: 5 }\n",
    );
    expect(rules.map((rule) => rule.id)).to.deep.equal(["one", "two"]);
    const fatal = (env: string) => createWorld(rules).send([error(START, { level: "fatal", metadata: { env } })]);
    expect(fatal(" Production ").map((found) => [found.ruleId, found.resolveAfterMs])).to.deep.equal([
      ["one", 900_000],
      ["two", 300_000],
    ]);
    expect(fatal("staging").map((found) => found.ruleId)).to.deep.equal(["one"]);
  });

  it("reads the deprecated field pattern as type and reports the rules that use it", () => {
    const deprecated: string[] = [];
    const rules = parseRules(
      "rules:\n  - { id: one, type: log-fatal }\n  - { id: two, pattern: log-fatal }\n",
      [],
      (ids) => deprecated.push(...ids),
    );
    expect(rules.map(({ detector }) => detector)).to.deep.equal(["log-fatal", "log-fatal"]);
    expect(deprecated).to.deep.equal(["two"]);
    expect(refusal("rules: [{ id: one, type: log-fatal, pattern: log-error-rate }]").message).to.contain("differ");
  });

  it("switches rules off", () => {
    const rules = parseRules("extends: default\nrules: [{ id: log-error-burst, enabled: false }]", builtInRules);
    expect(createWorld(rules).send(repeat(500, () => error(START)))).to.deep.equal([]);
  });

  it("makes rules watch, and lets none but those of fatal logs stay by themselves where it says nothing", () => {
    const rules = parseRules(
      "rules:\n  - { id: one, pattern: log-fatal }\n  - { id: two, pattern: log-fatal, mode: shadow, autoDemote: true }\n  - { id: three, pattern: deployment-failed }\n",
    );
    expect(rules.map(({ mode, autoDemote }) => `${mode} ${autoDemote}`)).to.deep.equal([
      "active false",
      "shadow true",
      "active true",
    ]);
    expect(builtInRules.filter(({ autoDemote }) => !autoDemote).map(({ id }) => id)).to.deep.equal(["log-fatal"]);
  });

  const wrong: Record<string, [string, string]> = {
    "an unknown field": ["rules: [{ id: a, pattern: log-fatal, minErrors: 3 }]", "rule a: minErrors is unknown"],
    "a missing field": [
      "rules: [{ id: a, pattern: metric-threshold, metrics: [x], comparison: '>', forMinutes: 1 }]",
      "rule a: threshold is missing",
    ],
    "a value out of range": [
      "extends: default\nrules: [{ id: log-error-burst, minErrors: 0 }]",
      "rule log-error-burst: minErrors must be a whole number from 1",
    ],
    "less than a change of the rate": [
      "extends: default\nrules: [{ id: log-pattern-falling, times: 1.4 }]",
      "rule log-pattern-falling: times must be a number from 1.5",
    ],
    "a wrong word": ["rules: [{ id: a, pattern: log-fatall }]", "rule a: pattern must be one of log-error-rate"],
    "labels without values": [
      "extends: default\nrules: [{ id: cpu-high, exceptLabels: { state: idle } }]",
      'rule cpu-high: exceptLabels.state must be a list of 1 to 200 names; `*` stands for anything; it is "idle"',
    ],
    "a glob for a word": [
      "extends: default\nrules: [{ id: cpu-high, exceptWords: ['io*'] }]",
      'rule cpu-high: exceptWords[0] must be a word without `*`; it is "io*"',
    ],
    "a mode that there isn't": [
      "extends: default\nrules:\n  - id: cpu-high\n    mode: quiet",
      "line 4, column 5: rule cpu-high: mode must be one of active, shadow",
    ],
    "a bad id": ["rules: [{ id: A b, pattern: log-fatal }]", "id must be lower-case words"],
    "a rule twice": [
      "rules: [{ id: a, pattern: log-fatal }, { id: a, pattern: log-fatal }]",
      "rule a: the id is used twice",
    ],
    "an unknown key": ["rule: []\nrules: []", "rule is unknown"],
    "another base": ["extends: mine\nrules: []", "extends must be default"],
    "no list": ["rules: 3", "rules must be a list"],
    "a text": ["hello", "the file must be fields with values: `rules:` with a list"],
    "no YAML": ["rules: [", "Invalid detection rules: "],
    __proto__: ['rules: [{ id: a, pattern: log-fatal, "__proto__": 1 }]', "__proto__ is unknown"],
  };
  for (const [name, [text, message]] of Object.entries(wrong)) {
    it(`is refused for ${name}`, () => {
      const refused = refusal(text);
      expect(refused.code).to.equal("invalid_request");
      expect(refused.message).to.contain(message);
    });
  }
});
