import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";

const SCRIPTS = fileURLToPath(new URL("../../../../scripts/", import.meta.url));

const runScript = (name: string, argument: string): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(SCRIPTS, name), argument], { encoding: "utf8" });
  return { status, output: stdout + stderr };
};

describe("the dependencies", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A checkout with one package of this licence. */
  function checkoutWith(license: string | undefined): string {
    mkdirSync(join(folder, "node_modules/some"), { recursive: true });
    writeFileSync(join(folder, "node_modules/some/package.json"), JSON.stringify({ name: "some", license }));
    const packages = { "node_modules/some": { version: "1.2.3" } };
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
    return folder;
  }

  for (const license of ["GPL-3.0-only", "MIT AND AGPL-3.0-only", "SEE LICENSE IN x", "", undefined]) {
    it(`are refused by name with the licence ${JSON.stringify(license)}`, () => {
      const { status, output } = runScript("licences.mjs", checkoutWith(license));
      expect(output).to.include("some@1.2.3");
      expect(status).to.equal(1);
    });
  }

  for (const license of ["MIT", "(MIT OR GPL-3.0-only)", "Apache-2.0 AND BSD-3-Clause"]) {
    it(`are accepted with the licence ${license}`, () => {
      expect(runScript("licences.mjs", checkoutWith(license))).to.deep.equal({ status: 0, output: "" });
    });
  }

  it("stand in a bill of materials that is the same each time, without those of the tests", () => {
    const [first, second] = ["first.json", "second.json"].map((name) => {
      const file = join(folder, name);
      const { status, output } = runScript("sbom.mjs", file);
      expect(status, output).to.equal(0);
      return readFileSync(file, "utf8");
    });
    expect(first).to.equal(second);
    const { components } = JSON.parse(first as string) as { components: readonly { name: string; purl: string }[] };
    const names = components.map(({ name }) => name);
    expect(names).to.include.members(["better-sqlite3", "pino", "pg", "daemon", "sdk", "cli"]);
    expect(names).not.to.include.members(["mocha"]);
    for (const { purl } of components) expect(purl).to.match(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/);
  });
});
