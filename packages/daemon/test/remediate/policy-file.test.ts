import { expect } from "chai";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { builtInGuardrails, builtInPolicy, builtInRules } from "../../src/remediate/policy/built-in-policy.ts";
import type { Policy } from "../../src/remediate/policy/policy.ts";
import { readPolicy } from "../../src/remediate/policy/policy-file.ts";
import { problemsIn } from "./policy-file-samples.ts";
import { NOW } from "./policy-samples.ts";

function policyIn(text: string): Policy {
  const read = readPolicy(text, NOW);
  return "policy" in read ? read.policy : expect.fail(problemsIn(text).join("\n"));
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
});
