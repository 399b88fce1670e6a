import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { type Outcome, runDaemon } from "../support/process.ts";

const EXAMPLE = fileURLToPath(new URL("../../../../examples/policy.yaml", import.meta.url));

describe("tocsind policy check", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  const check = (...args: string[]): Outcome => runDaemon(folder, {}, { args: ["policy", "check", ...args] });
  const holding = (text: string): string => {
    const file = join(folder, "policy.yaml");
    writeFileSync(file, text);
    return file;
  };

  it("says what the example of the repository holds, and ends with 0", () => {
    const { code, stdout, stderr } = check(EXAMPLE);
    expect([code, stderr]).to.deep.equal([0, ""]);
    for (const expected of [
      /payments-by-hand +deny +services payments-\*, ledger/,
      /production-asks +manual +environments production/,
      /maxReplicas +30/,
      /black-friday +deny +(open until|closed until|over)/,
      /flush-cache +a webhook to automation\.example\.com, signed with the value of FLUSH_CACHE_SECRET/,
      /An approval expires after 30 min\. The requester may not approve it\./,
    ]) {
      expect(stdout).to.match(expected);
    }
  });

  it("says what the built-in policy holds where no file is named", () => {
    const { code, stdout } = check();
    expect(code).to.equal(0);
    expect(stdout)
      .to.match(/^The built-in policy holds\./)
      .and.match(/Windows: none/);
  });

  it("names each problem as FILE:line:column, and ends with 2", () => {
    const file = holding("rules:\n  - name: a\n    verdict: perhaps\n  - name: b\n");
    const { code, stdout, stderr } = check(file);
    expect([code, stdout]).to.deep.equal([2, ""]);
    expect(stderr.trimEnd().split("\n")).to.deep.equal([
      `${file}:3:14: rules[0] (a): verdict must be one of auto, manual, deny; it is "perhaps"`,
      `${file}:4:5: rules[1] (b): verdict is missing`,
    ]);
  });

  it("takes no file that isn't UTF-8", () => {
    const file = join(folder, "latin.yaml");
    writeFileSync(file, "rules: [{ name: a, verdict: deny, services: [caf\u00e9] }]", "latin1");
    const { code, stderr } = check(file);
    expect(code).to.equal(2);
    expect(stderr).to.match(/latin\.yaml can't be read: .*utf-8/i);
  });

  it("answers a question with the verdict and every rule that speaks", () => {
    const ask = (...more: string[]): string =>
      check(EXAMPLE, "--action", "restart-service", "--environment", "staging", ...more).stdout;
    expect(ask("--service", "payments-api"))
      .to.match(/^restart-service on payments-api in staging, severity HIGH, organization default: deny\n/)
      .and.match(/payments-by-hand +deny +Payments are restarted by the payments team/)
      .and.match(/It is denied, and nobody can override that\.\n$/);
    expect(check(EXAMPLE, "--action", "scale-service", "--service", "checkout").stdout)
      .to.match(/in production, .*: manual\n/)
      .and.match(/production-asks +manual/);
  });

  for (const [what, args, said] of [
    ["a question without an action", ["--service", "a"], /Give --action with --service/],
    ["a severity that there isn't", ["--action", "a", "--severity", "bad"], /--severity is one of LOW, MEDIUM/],
    [
      "a file that there isn't",
      ["/nowhere/policy.yaml"],
      /The policy file \/nowhere\/policy\.yaml can't be read: ENOENT/,
    ],
    ["two files", ["a", "b"], /There is no command policy check a b/],
  ] as const) {
    it(`refuses ${what} in one line`, () => {
      const { code, stderr } = check(...args);
      expect(code).to.equal(2);
      expect(stderr)
        .to.match(said)
        .and.match(/^[^\n]+\n$/);
    });
  }

  it("is what the start of a daemon says about a file that holds no policy", () => {
    const file = holding("rule: []\n");
    const { code, stderr } = runDaemon(folder, { TOCSIN_POLICY_FILE: file });
    expect(code).to.equal(2);
    expect(stderr).to.match(
      /^tocsind: The policy file doesn't hold a policy:\n {2}.*policy\.yaml:1:1: the file: rule is unknown/,
    );
  });
});
