import { expect } from "chai";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { onEachEngine } from "../store/engines.ts";
import { ACME, incident, log, metric, NOW } from "../store/samples.ts";
import { at, sum } from "./gather-support.ts";
import { gatheredIncident } from "./gathered-incident.ts";

onEachEngine("The bounds of what surrounds an incident", (fresh) => {
  const world = gatheredIncident(fresh);

  for (const days of [20, 500])
    it(`is found around events of ${days} days ago too, with volumes that are estimates`, async () => {
      const then = NOW - days * DAY_MS;
      const trigger = log({ level: "error", message: "disk full", timestamp: then });
      const before = Array.from({ length: 30 }, (_, n) =>
        log({ message: `tick ${n}`, timestamp: then - n * MINUTE_MS }),
      );
      await world.around.keep([...before, trigger]);
      const picture = await world.around.picture(incident({ triggeringEventId: trigger.id }));
      expect(picture.noticedAt).to.equal(then);
      expect(picture.grid.start + picture.grid.step * picture.grid.count).to.equal(then + 31 * MINUTE_MS);
      expect(picture.patterns.map(({ template, counts }) => `${template}: ${sum(counts)}`)).to.deep.equal([
        ...["tick <num>: 30", "disk full: 1"],
      ]);
      expect(sum(world.series(picture, "checkout"))).to.equal(31);
      expect(picture.omitted.join()).to.contain("how much came is estimated");
    });

  it("estimates the counts of what there is too much of", async () => {
    const many = 20_000;
    const messages = ["cart 1 priced", "user 2 logged in", "cache 3 missed today"];
    const share = (n: number): number => (n % 10 < 6 ? 0 : n % 10 < 9 ? 1 : 2);
    const logs = Array.from({ length: many }, (_, n) =>
      log({ message: messages[share(n)] as string, timestamp: at(-100) + Math.floor((n * 90 * MINUTE_MS) / many) }),
    );
    const burst = Array.from({ length: 2000 }, (_, n) =>
      log({ level: "error", message: "broken pipe", timestamp: at(-9) + n }),
    );
    await world.around.keep([...logs, ...burst]);
    const picture = await world.around.picture(incident());
    const counts = new Map(picture.patterns.map((pattern) => [pattern.template, pattern.counts]));
    expect(sum(counts.get("cart <num> priced") ?? [])).to.be.closeTo(12_000, 600);
    expect(sum(counts.get("user <num> logged in") ?? [])).to.be.closeTo(6_000, 600);
    expect(sum(counts.get("cache <num> missed today") ?? [])).to.be.closeTo(2_000, 400);
    expect(sum(counts.get("broken pipe") ?? [])).to.be.closeTo(2_000, 1);
    const all = picture.patterns.reduce((total, pattern) => total + sum(pattern.counts), 0);
    expect(all).to.be.closeTo(22_000, 1_200);
    expect(sum(picture.volumes[0]?.logs ?? [])).to.equal(22_000);
    expect(picture.omitted.join()).to.match(/\d+ of 22000 events were read/);
  }).timeout(60_000);

  it("stays within its bounds whatever is sent", async () => {
    const words = (n: number): string => [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
    const kinds = Array.from({ length: 10_000 }, (_, n) =>
      log({ message: `${words(n)} ${words(n * 7)} \u001b]0;x\u0007\u202e ${words(n * 13)}`, timestamp: at(-60) + n }),
    );
    const long = Array.from({ length: 200 }, (_, n) =>
      log({ level: "error", message: `${"\u202e\ud800<x> ".repeat(4_000)}${n}`, timestamp: at(-30) + n }),
    );
    const names = Array.from({ length: 5_000 }, (_, n) =>
      metric({ name: `m_${n}\u001b[1m`, timestamp: at(-20) + n } as object),
    );
    await world.around.keep([...kinds, ...long, ...names]);
    const picture = await world.around.picture(incident());
    expect(picture.patterns.length).to.be.within(1, 600);
    expect(picture.metrics).to.have.length(300);
    for (const { template } of picture.patterns) {
      expect(template.length).to.be.at.most(400);
      expect(template).not.to.match(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }
    for (const { name } of picture.metrics) expect(name).not.to.match(/\p{Cc}/u);
    expect(picture.omitted.join()).to.contain("of kinds too rare").and.to.contain("of series beyond");
  }).timeout(60_000);

  it("leaves out the same where there is too much, whichever service is read first", async () => {
    const names = Array.from({ length: 12 }, (_, n) => `service-${String.fromCharCode(97 + n)}`);
    const points = names.flatMap((service) =>
      Array.from({ length: 301 }, (_, n) => metric({ service, name: `m_${n}`, timestamp: at(-20) + n } as object)),
    );
    await world.around.keep(points);
    const given = world.around.archive.sample;
    const readWith = async (isSlow: (service: string) => boolean) => {
      world.around.archive.sample = async (scope, query) => {
        for (let tick = 0; isSlow(query.service) && tick < 200; tick += 1) await new Promise(setImmediate);
        return given(scope, query);
      };
      const picture = await world.around.picture(incident({ affectedServices: names }));
      return picture.metrics.map(({ service, name }) => `${service} ${name}`);
    };
    const odd = (service: string) => names.indexOf(service) % 2 === 1;
    expect(await readWith(odd)).to.deep.equal(await readWith((service) => !odd(service)));
  }).timeout(60_000);

  it("ends where nobody waits for it any more, and gives others their turn between reads", async () => {
    const events = Array.from({ length: 3000 }, (_, n) => log({ level: "error", timestamp: at(-100) + n * SECOND_MS }));
    await world.around.keep(events);
    let ticks = 0;
    let ticking = setImmediate(function tick() {
      ticks += 1;
      ticking = setImmediate(tick);
    });
    const seen: number[] = [];
    const given = world.around.archive.sample;
    const aborting = new AbortController();
    world.around.archive.sample = (...asked) => {
      seen.push(ticks);
      if (seen.length === 3) aborting.abort(new Error("Stopped."));
      return given(...asked);
    };
    const ended = await world.around.gather(ACME, incident(), NOW, aborting.signal).catch((error: unknown) => error);
    clearImmediate(ticking);
    expect(ended).to.have.property("message", "Stopped.");
    expect(seen).to.have.length(3);
    expect(new Set(seen).size).to.equal(3);
  });

  it("tells of tool runs that have ended, and to which service their pod belongs", async () => {
    const run = {
      id: "0193",
      organizationId: "acme",
      incidentId: "0194",
      tool: { type: "getPodLogs", namespace: "default", pod: "checkout-7f9c-x" },
      provider: "kubernetes",
      status: "success",
      summary: "Restarted \u001b[31mthree times",
      keyPatterns: ["out of memory"],
      outputRef: null,
      truncated: false,
      startedBy: "ada",
      startedAt: NOW - HOUR_MS,
      completedAt: NOW - HOUR_MS + 5,
      error: null,
    } as const;
    world.around.toolRuns.push(run, { ...run, id: "0195", status: "running", completedAt: null });
    const { probes } = await world.around.picture(incident());
    expect(probes).to.deep.equal([
      {
        runId: "0193",
        tool: "getPodLogs",
        service: "checkout",
        failed: false,
        summary: "Restarted [31mthree times",
        keyPatterns: ["out of memory"],
        at: NOW - HOUR_MS + 5,
      },
    ]);
  });
});
