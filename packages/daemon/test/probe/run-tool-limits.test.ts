import { expect } from "chai";
import { ProbeFailed, ProbeRefused } from "../../src/probe/prober.ts";
import { createProbeRateLimiter } from "../../src/probe/rate-limiter.ts";
import { NOW } from "../store/samples.ts";
import { found, POD, toolProber } from "./tool-prober.ts";

describe("the limits of diagnostic tools", () => {
  const world = toolProber();

  it("tells the log alone of what broke on our side", async () => {
    world.probing = () => Promise.reject(new Error("connect 10.0.0.1 with key hunter2"));
    const ended = await world.run();
    expect(ended.status).to.equal("failed");
    expect(ended.error).to.not.match(/10\.0\.0\.1|hunter2/);
    expect(JSON.stringify(world.logged)).to.include(ended.id);
    const full = { keep: () => Promise.reject(new Error("ENOSPC: no space left on device, /var/lib")) };
    world.probing = async () => found("fine");
    const unstored = await world.run(POD, { outputs: full });
    expect(unstored).to.include({ status: "failed", outputRef: null });
    expect(unstored.error).to.not.include("/var");
  });

  it("that takes too long says what it was waiting for, where its prober does", async () => {
    const late = { settings: { ...world.deps().settings, seconds: 0.05 } };
    world.probing = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => setImmediate(() => reject(new ProbeFailed("It never answered."))));
      });
    expect((await world.run(POD, late)).error).to.equal("It never answered.");
    world.probing = () => new Promise(() => undefined);
    expect((await world.run(POD, late)).error).to.equal("It took longer than 0.05 seconds.");
  });

  it("answers what is stored where another process took the run for abandoned", async () => {
    const { runs } = world.deps();
    const stored = { ...(await world.run()), status: "failed", outputRef: null, preview: null } as const;
    const answered = await world.run(POD, { runs: { ...runs, finish: async () => false, get: async () => stored } });
    expect(answered).to.include({ status: "failed", outputRef: null });
  });

  it("ends with the daemon, also where the prober doesn't", async () => {
    world.probing = () => new Promise(() => undefined);
    const hanging = world.run();
    while (world.asked.length === 0) await new Promise(setImmediate);
    world.stopping.abort();
    expect((await hanging).error).to.match(/stopped/);
    expect((await world.run()).error).to.match(/stopped/);
  });

  it("takes so many at once, and the next one when one of them ended", async () => {
    const given = { pace: createProbeRateLimiter({ perMinute: 100, atOnce: 2 }) };
    const ends: (() => void)[] = [];
    world.probing = () => new Promise((resolve) => ends.push(() => resolve(found("fine"))));
    const [first, second] = [world.run(POD, given), world.run(POD, given)];
    expect(await world.refusedWith(world.run(POD, given))).to.equal("too_many_running");
    while (ends.length < 2) await new Promise(setImmediate);
    ends[0]?.();
    await first;
    world.probing = async () => found("fine");
    expect(await world.refusedWith(world.run(POD, given))).to.equal("not refused");
    ends[1]?.();
    await second;
  });

  it("counts refused tries too, until a minute has passed", async () => {
    let now = NOW;
    const given = { pace: createProbeRateLimiter({ perMinute: 2, atOnce: 2 }), clock: { now: () => now } };
    world.probing = () => Promise.reject(new ProbeRefused("no"));
    for (let n = 0; n < 2; n++) expect(await world.refusedWith(world.run(POD, given))).to.equal("target_not_allowed");
    expect(await world.refusedWith(world.run(POD, given))).to.equal("diagnostic_rate_exceeded");
    now += 60_000;
    expect(await world.refusedWith(world.run(POD, given))).to.equal("target_not_allowed");
  });
});
