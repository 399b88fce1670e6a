import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { builtInGuardrails, builtInPolicy, builtInRules } from "../../src/remediate/policy/built-in-policy.ts";
import type { Policy } from "../../src/remediate/policy/policy.ts";
import { readPolicy } from "../../src/remediate/policy/policy-file.ts";
import { NOW } from "./policy-samples.ts";

function policyIn(text: string): Policy {
  const read = readPolicy(text, NOW);
  return "policy" in read ? read.policy : expect.fail(problemsIn(text).join("\n"));
}

function problemsIn(text: string): string[] {
  const read = readPolicy(text, NOW);
  return "problems" in read ? read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`) : [];
}

const lines = (...text: readonly string[]): string => `${text.join("\n")}\n`;

describe("A policy file", () => {
  it("that extends the default puts its rules before the built-in ones, and changes the bounds that it names", () => {
    const policy = policyIn(
      lines(
        "extends: default",
        "rules:",
        "  - { name: no-payments, verdict: deny, services: [payments-*] }",
        "guardrails: { maxReplicas: 10, cooldownMinutes: null }",
      ),
    );
    expect(policy.rules.map(({ name }) => name)).to.deep.equal([
      "no-payments",
      ...builtInRules.map(({ name }) => name),
    ]);
    expect(policy.guardrails).to.deep.equal({ ...builtInGuardrails, maxReplicas: 10, cooldownMs: undefined });
    expect([policy.source, policy.loadedAt, policy.version.length]).to.deep.equal(["file", NOW, 64]);
  });

  it("whose rule has a built-in name takes that one's place", () => {
    const policy = policyIn("extends: default\nrules: [{ name: restarts-elsewhere, verdict: manual }]\n");
    expect(policy.rules.map(({ name, verdict }) => `${name} ${verdict}`)).to.deep.equal([
      "restarts-elsewhere manual",
      "production-asks manual",
      "changes-elsewhere manual",
    ]);
  });

  it("that doesn't extend it holds its own rules and bounds alone, and still no action on what is over", () => {
    const policy = policyIn("rules: [{ name: all, verdict: auto }]\n");
    expect(policy.rules.map(({ name }) => name)).to.deep.equal(["all"]);
    const { openIncidentOnly, ...bounds } = policy.guardrails;
    expect(openIncidentOnly).to.equal(true);
    expect(Object.values(bounds).every((bound) => bound === undefined)).to.equal(true);
    expect([...policy.actions.keys()]).to.deep.equal([...builtInPolicy(NOW).actions.keys()]);
  });

  it("names environments as people do, and compares them as policy does", () => {
    const policy = policyIn("rules: [{ name: a, verdict: auto, environments: [Prod, ' Staging ', unknown] }]\n");
    expect(policy.rules[0]?.environments).to.deep.equal(["production", "staging", "production"]);
  });

  it("says how long approvals hold, who may give them, and when a completed action is looked at", () => {
    const policy = policyIn(
      lines(
        "approvalTtlMinutes: 90",
        "fourEyes: true",
        "verification: { settleMinutes: 1, quietMinutes: 10, ineffectiveInARow: 2 }",
        "rules: [{ name: a, verdict: manual, fourEyes: false, approvalTtlMinutes: 5, reason: Because. }]",
      ),
    );
    expect([policy.approvalTtlMs, policy.fourEyes]).to.deep.equal([90 * MINUTE_MS, true]);
    expect(policy.verification).to.deep.equal({ settleMs: MINUTE_MS, quietMs: 10 * MINUTE_MS, ineffectiveInARow: 2 });
    const [rule] = policy.rules;
    expect([rule?.fourEyes, rule?.approvalTtlMs, rule?.reason]).to.deep.equal([false, 5 * MINUTE_MS, "Because."]);
  });

  it("reads times with an offset, by a zone's clocks, and patterns that recur", () => {
    const { windows } = policyIn(
      lines(
        "windows:",
        "  - { name: a, effect: deny, reason: r, from: '2026-11-27T00:00+01:00', to: '2026-11-28T00:00:30Z' }",
        "  - { name: b, effect: deny, reason: r, from: 2026-07-01, to: '2026-12-01 12:30', timeZone: Europe/Berlin }",
        "  - { name: c, effect: manual, reason: r, cron: '0 22 * * FRI', timeZone: UTC, durationMinutes: 90 }",
      ),
    );
    expect(windows.map(({ when }) => when)).to.deep.equal([
      { from: Date.parse("2026-11-26T23:00:00Z"), to: Date.parse("2026-11-28T00:00:30Z") },
      { from: Date.parse("2026-06-30T22:00:00Z"), to: Date.parse("2026-12-01T11:30:00Z") },
      { cron: "0 22 * * FRI", timeZone: "UTC", durationMs: 1.5 * HOUR_MS },
    ]);
  });

  it("adds webhook actions, which its rules may name", () => {
    const policy = policyIn(
      lines(
        "actions:",
        "  - type: flush-cache",
        "    url: https://automation.example.com/flush",
        "    secretEnv: FLUSH_SECRET",
        "    parameters: { cache: { type: string, required: true, values: [pages, prices] }, force: { type: boolean } }",
        "rules: [{ name: flush, verdict: auto, actions: [flush-cache] }]",
      ),
    );
    expect(policy.actions.get("flush-cache")).to.deep.equal({
      type: "flush-cache",
      description: "",
      webhook: { url: "https://automation.example.com/flush", secretEnv: "FLUSH_SECRET", timeoutMs: 30_000 },
      parameters: {
        cache: { type: "string", required: true, description: "", values: ["pages", "prices"] },
        force: { type: "boolean", required: false, description: "", values: undefined },
      },
      rollback: undefined,
    });
  });

  it("is compared by its text", () => {
    const version = (text: string): string => policyIn(text).version;
    expect(version("rules: []\n")).to.equal(version("rules: []\n"));
    expect(version("rules: []\n")).not.to.equal(version("rules: [] # none\n"));
  });

  describe("with something wrong in it", () => {
    it("names every problem with line, column, field, what it should be and what is known", () => {
      const text = lines(
        "extends: standard",
        "rule: []",
        "rules:",
        "  - name: a",
        "    verdict: sometimes",
        "    sevices: [x]",
        "  - verdict: auto",
        "    severities: [HIGH, low]",
        "guardrails:",
        "  maxReplicas: -1",
      );
      expect(problemsIn(text)).to.deep.equal([
        '1:10 extends must be one of default; it is "standard"',
        "2:1 the file: rule is unknown; known are extends, approvalTtlMinutes, fourEyes, overridePermission, namespaces, rules, guardrails, windows, actions, verification",
        '5:14 rules[0] (a): verdict must be one of auto, manual, deny; it is "sometimes"',
        "6:5 rules[0] (a): sevices is unknown; known are name, verdict, organizations, actions, environments, severities, services, fourEyes, approvalTtlMinutes, reason",
        "7:5 rules[1]: name is missing",
        '8:24 rules[1]: severities[1] must be one of LOW, MEDIUM, HIGH, CRITICAL; it is "low"',
        "10:16 guardrails: maxReplicas must be a whole number from 0 to 100000, or null for no bound; it is -1",
      ]);
    });

    for (const [what, text, expected] of [
      [
        "a name that stands twice",
        "rules: [{name: a, verdict: auto}, {name: a, verdict: deny}]",
        /^1:35 rules\[1\]: the name a stands twice$/,
      ],
      [
        "an action that there isn't",
        "rules: [{name: a, verdict: auto, actions: [restart]}]",
        /^1:44 rules\[0\] \(a\): there is no action restart; known are restart-service, /,
      ],
      [
        "a pattern for an environment",
        "rules: [{name: a, verdict: auto, environments: ['prod*']}]",
        /^1:49 .*environments\[0\] must be the name of an environment, without `\*`/,
      ],
      [
        "a window that doesn't say when",
        "windows: [{name: w, effect: deny, reason: r}]",
        /^1:11 windows\[0\] \(w\): it must say when: either from and to, or cron, timeZone and durationMinutes$/,
      ],
      [
        "a window that says it twice",
        "windows: [{name: w, effect: deny, reason: r, from: 2026-01-01, cron: '* * * * *'}]",
        /it must say when: either/,
      ],
      [
        "a pattern of six fields",
        "windows: [{name: w, effect: deny, reason: r, cron: '0 0 22 * * *', timeZone: UTC, durationMinutes: 5}]",
        /^1:52 .*cron must be five fields/,
      ],
      [
        "a pattern that never comes",
        "windows: [{name: w, effect: deny, reason: r, cron: '0 0 30 2 *', timeZone: UTC, durationMinutes: 5}]",
        /cron never comes/,
      ],
      [
        "a pattern without a zone",
        "windows: [{name: w, effect: deny, reason: r, cron: '0 0 * * *', durationMinutes: 5}]",
        /timeZone is missing/,
      ],
      [
        "a zone that there isn't",
        "windows: [{name: w, effect: deny, reason: r, cron: '0 0 * * *', timeZone: Europe/Berln, durationMinutes: 5}]",
        /timeZone must be one such as .*"Europe\/Berln"/,
      ],
      [
        "a day that there isn't",
        "windows: [{name: w, effect: deny, reason: r, from: '2026-02-30T00:00Z', to: '2026-03-30T00:00Z'}]",
        /from must be a time that there is/,
      ],
      [
        "a time of nowhere",
        "windows: [{name: w, effect: deny, reason: r, from: '2026-02-03T00:00', to: '2026-03-30T00:00Z'}]",
        /from must be .* or with timeZone/,
      ],
      [
        "an end before its beginning",
        "windows: [{name: w, effect: deny, reason: r, from: '2026-02-03T00:00Z', to: '2026-02-03T00:00Z'}]",
        /to must be later than from/,
      ],
      [
        "an action of Tocsin's own",
        "actions: [{type: delete-pod, url: 'https://x.test/', secretEnv: X}]",
        /delete-pod is an action that Tocsin executes by itself/,
      ],
      [
        "an address that isn't https",
        "actions: [{type: a, url: 'http://x.test/', secretEnv: X}]",
        /url must be an address beginning https/,
      ],
      [
        "an address with a password",
        "actions: [{type: a, url: 'https://u:p@x.test/', secretEnv: X}]",
        /url must be an address .* without user or password/,
      ],
      [
        "a secret that is a setting of Tocsin",
        "actions: [{type: a, url: 'https://x.test/', secretEnv: TOCSIN_JWT_SECRET}]",
        /secretEnv must be .* none that begins with TOCSIN_/,
      ],
      [
        "a value of another type",
        "actions: [{type: a, url: 'https://x.test/', secretEnv: X, parameters: {n: {type: integer, values: [1, x]}}}]",
        /parameters\.n\.values\[1\] must be of the type integer; it is "x"/,
      ],
      ["the same field twice", "rules: []\nrules: []", /^2:1 .*unique/],
      ["an object as a key", "rules: []\n{{ 7*7 }}: []", /^2:1 .*must be a text/],
      ["a list as a key, by its name", "rules: &a [x]\nwindows:\n  - *a : y", /^3:5 .*must be a text/],
      ["a tag of its own", "rules: !!js/function x", /^1:8 Unresolved tag/],
      ["two documents", "rules: []\n---\nrules: []", /multiple documents/],
      ["a list in place of fields", "- name: a", /^1:1 the file must be fields with values$/],
      ["nothing", "", /^1:1 the file must be fields with values; it is empty$/],
    ] as const) {
      it(`says so: ${what}`, () => {
        const found = problemsIn(text);
        expect(
          found.some((problem) => expected.test(problem)),
          found.join("\n"),
        ).to.equal(true);
      });
    }

    it("points to what an alias stands for", () => {
      const text = lines("rules:", "  - &first { name: a, verdict: no }", "  - *first");
      expect(problemsIn(text).map((problem) => problem.split(" ")[0])).to.deep.equal(["2:32", "2:32"]);
    });

    it("tells 100 problems at most", () => {
      expect(problemsIn(`rules:\n${"  - { name: A }\n".repeat(500)}`)).to.have.length(100);
    });

    it("isn't read where it is larger than 1 MiB, holds too many rules, or aliases that multiply", () => {
      expect(problemsIn(`# ${"x".repeat(1024 * 1024)}`)[0]).to.match(
        /^1:1 the file must not be larger than 1048576 bytes/,
      );
      expect(problemsIn(`rules:\n${"- {name: a, verdict: auto}\n".repeat(5001)}`)[0]).to.match(
        /rules must be a list of at most 5000/,
      );
      const bomb = [
        "a: &a [x, x]",
        ..."bcdefghi"
          .split("")
          .map((key, index) => `${key}: &${key} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(", ")}]`),
      ];
      expect(problemsIn(bomb.join("\n"))[0]).to.match(/can't be read: Excessive alias count/);
      expect(problemsIn("[".repeat(50_000))[0]).to.match(/nested too deeply/);
    });
  });

  it("is documented by examples that hold", () => {
    const text = readFileSync(new URL("../../../../docs/policy.md", import.meta.url), "utf8");
    const examples = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = ""]) => yaml);
    expect(examples).to.have.length(4);
    for (const example of examples) expect(problemsIn(example), example).to.deep.equal([]);
  });

  it("never makes reading throw, whatever it holds", () => {
    const key = fc.constantFrom(
      "extends",
      "rules",
      "guardrails",
      "windows",
      "actions",
      "verification",
      "name",
      "verdict",
      "services",
      "type",
      "url",
      "parameters",
      "from",
      "cron",
      "timeZone",
      "values",
      "__proto__",
      "constructor",
      "toString",
      "<<",
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: "small" },
        fc.string(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.constantFrom("auto", "deny", "default", "&a", "*a", "UTC"),
        tie("list"),
        tie("map"),
      ),
      list: fc.array(tie("any"), { maxLength: 4 }),
      map: fc.dictionary(key, tie("any"), { maxKeys: 6 }),
    })).map;
    const sound = readFileSync(new URL("../../../../examples/policy.yaml", import.meta.url), "utf8");
    const damaged = fc
      .tuple(fc.nat(sound.length), fc.nat(40), fc.string({ unit: "binary", maxLength: 12 }))
      .map(([at, length, put]) => sound.slice(0, at) + put + sound.slice(at + length));
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      value.map((each) => JSON.stringify(each)),
      damaged,
    );
    fc.assert(
      fc.property(text, (each) => {
        const read = readPolicy(each, NOW);
        if ("problems" in read) {
          expect(read.problems).to.have.length.within(1, 100);
          for (const { line, column, message } of read.problems) {
            expect(line).to.be.at.least(1);
            expect(column).to.be.at.least(1);
            expect(message).to.match(/^[^\n]+$/);
          }
        }
      }),
      { numRuns: 2000 },
    );
  }).timeout(60_000);
});
