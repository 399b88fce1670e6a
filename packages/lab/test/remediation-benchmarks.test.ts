import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const run = async (name: string, ...args: string[]) => {
  const file = fileURLToPath(new URL(`../bench/${name}`, import.meta.url));
  const env = { ...process.env, NODE_OPTIONS: "--conditions=tocsin-source" };
  return (await promisify(execFile)(process.execPath, [file, ...args], { env })).stdout;
};

describe("the benchmarks of remediation", () => {
  it("measure the last of a thousand rules, in one environment and in three", async () => {
    const measured = await run("policy.mjs");
    expect(measured).to.match(/^policy decisions +\d\.\d+ ms .* 1000 rules, 50 windows, environments: 1\n/);
    expect(measured).to.match(/\npolicy decisions +\d\.\d+ ms .* 1000 rules, 50 windows, environments: 3\n/);
  });

  it("measure requests that wait, and requests that a policy lets through", async () => {
    const measured = await run("remediation.mjs", "--seconds", "1");
    expect(measured).to.match(/^requests that wait +\d+ requests\/s .*\nrequests let through +\d+ requests\/s /);
  }).timeout(60_000);
});
