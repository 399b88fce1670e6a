import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { kubeconfigProblem } from "../../src/adapters/kubernetes/cluster-connection.ts";
import { clusterWarning } from "../../src/app/config/cluster-warning.ts";
import { executorFor, failureOf, resolveTarget, wantedOf } from "./executing.ts";

describe("the file that KUBECONFIG names", () => {
  const home = mkdtempSync(join(tmpdir(), "tocsin-test-kubeconfig-"));
  after(() => rmSync(home, { recursive: true, force: true }));
  const there = join(home, "there");
  writeFileSync(there, "{}");

  it("is named where it is missing, is a folder, or is one of several that is", () => {
    expect(kubeconfigProblem(undefined)).to.equal(undefined);
    expect(kubeconfigProblem(there)).to.equal(undefined);
    const missing = join(home, "missing");
    expect(kubeconfigProblem(missing)).to.equal(`KUBECONFIG names ${missing}, which doesn't exist`);
    expect(kubeconfigProblem(join(there, "below"))).to.match(/which doesn't exist$/);
    expect(kubeconfigProblem(home)).to.equal(`KUBECONFIG names ${home}, which is no file`);
    expect(kubeconfigProblem([there, missing].join(delimiter))).to.equal(
      `KUBECONFIG names ${missing}, which doesn't exist`,
    );
    expect(kubeconfigProblem(delimiter)).to.equal("KUBECONFIG names no file");
  });

  it("matters to no process that only ingests", () => {
    const config = { kubeconfig: join(home, "missing"), remediationMode: "live" } as const;
    expect(clusterWarning({ ...config, roles: ["ingest"] })).to.equal(undefined);
    expect(clusterWarning({ ...config, roles: ["ingest", "worker"] })).to.match(/which doesn't exist/);
  });

  it("is said to be missing where an action is requested, without its path", async () => {
    const executor = executorFor(join(home, "missing"));
    expect(await failureOf(resolveTarget(executor, wantedOf("restart-service")))).to.match(
      /: The file that KUBECONFIG names doesn't exist, or may not be read\.$/,
    );
  });
});
