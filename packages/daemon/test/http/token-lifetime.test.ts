import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { inSeconds, mintToken } from "../support/tokens.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

describe("how long a token of the shared secret may be good for", function () {
  this.timeout(40_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const answerTo = (claims: Readonly<Record<string, unknown>>, at = daemon) =>
    core(at, "/incidents", { token: mintToken(claims) });
  async function isRefused(claims: Readonly<Record<string, unknown>>, ...says: string[]): Promise<void> {
    const answer = await answerTo(claims);
    expect(answer.status, answer.text).to.equal(401);
    for (const part of says) expect(answer.json<{ message: string }>().message).to.contain(part);
  }
  async function isTaken(claims: Readonly<Record<string, unknown>>, at = daemon): Promise<void> {
    expect((await answerTo(claims, at)).status, JSON.stringify(claims)).to.equal(200);
  }

  it("is 12 hours, and 30 days where it says that it is a script's", async () => {
    await isTaken({ iat: inSeconds(0), exp: inSeconds(12 * HOUR) });
    await isTaken({ kind: "script", iat: inSeconds(0), exp: inSeconds(30 * DAY) });
    await isRefused({ iat: inSeconds(0), exp: inSeconds(13 * HOUR) }, "12 hours", "tocsind token --script", "30 days");
    await isRefused({ kind: "script", iat: inSeconds(0), exp: inSeconds(31 * DAY) }, "30 days");
    await isRefused({ kind: ["script"], iat: inSeconds(0), exp: inSeconds(13 * HOUR) }, "12 hours");
  });

  it("counts from when it was issued, also where most of it is over", async () => {
    await isRefused({ iat: inSeconds(-20 * HOUR), exp: inSeconds(HOUR) }, "12 hours");
    await isRefused({ iat: -1e15, exp: inSeconds(HOUR) }, "12 hours");
  });

  it("counts from now where the token doesn't say when it was issued", async () => {
    await isTaken({ iat: undefined, exp: inSeconds(HOUR) });
    await isRefused({ iat: undefined, exp: inSeconds(13 * HOUR) }, "12 hours");
    await isRefused({ iat: undefined, exp: 1e300 }, "12 hours");
  });

  it("isn't stretched by a token that says it was issued in the future, or in no number", async () => {
    await isRefused({ iat: inSeconds(300 * DAY), exp: inSeconds(300 * DAY + HOUR) }, "issued in the future");
    await isRefused({ iat: String(inSeconds(0)), exp: inSeconds(300 * DAY) });
  });

  it("is what the settings say", async () => {
    daemon = await daemon.restart({ TOCSIN_PERSON_TOKEN_HOURS_MAX: "1", TOCSIN_SCRIPT_TOKEN_DAYS_MAX: "90" });
    await isTaken({ kind: "script", iat: inSeconds(0), exp: inSeconds(90 * DAY) });
    await isRefused({ iat: inSeconds(0), exp: inSeconds(2 * HOUR) }, "1 hour", "90 days");
  });
});
