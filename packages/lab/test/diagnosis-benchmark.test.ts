import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const benchmark = fileURLToPath(new URL("../bench/diagnosis.mjs", import.meta.url));

describe("the benchmark of diagnoses", () => {
  it("fills a database, measures a diagnosis in it, and finds the service at fault", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [benchmark, "--events", "3000", "--rounds", "1"]);
    expect(stdout).to.match(/^diagnosis, sqlite +\d+ ms .*, 3000 events; bench-service-7 first, \d+ patterns/);
  });
});
