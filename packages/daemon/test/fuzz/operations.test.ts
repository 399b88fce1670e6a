import { expect } from "chai";
import { core, drained } from "../support/daemon.ts";
import { mintToken } from "../support/tokens.ts";
import { CANARIES, OF_EACH, operationFuzzer, seconds, seed } from "./operation-fuzzer.ts";
import { OPERATIONS } from "./requests.ts";

describe(`every operation of both interfaces, asked with hostile values (TOCSIN_TEST_SEED=${seed})`, function () {
  this.timeout((seconds + 600) * 1000);
  const world = operationFuzzer();

  it("answers without a 5xx, a hang, a header of the caller's, a secret, a stack or an internal path", () => {
    expect(world.problems.join("\n\n"), `TOCSIN_TEST_SEED=${seed}`).to.equal("");
    expect(world.sent).to.be.at.least(OPERATIONS * OF_EACH);
  });

  it("accepts and refuses: the values reach both sides of every check", () => {
    const share = (from: number, to: number): number =>
      [...world.statuses].reduce((sum, [status, count]) => sum + (status >= from && status < to ? count : 0), 0) /
      world.sent;
    expect(share(200, 300), "accepted").to.be.greaterThan(0.1);
    expect(share(400, 500), "refused").to.be.greaterThan(0.1);
  });

  it("leaves the daemon processing, with nothing among its errors and no warning past its log", async () => {
    await drained(world.daemon, { organization: "afterwards", key: CANARIES.ingestion });
    const errors = world.daemon.log.filter(({ level }) => level === "error");
    expect(errors.map(({ message, fields }) => `${message}: ${String(fields["error"])}`)).to.deep.equal([]);
    expect(world.warnings).to.deep.equal([]);
    expect((await core(world.daemon, "/incidents", { token: mintToken() })).status).to.equal(200);
    expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
  });
});
