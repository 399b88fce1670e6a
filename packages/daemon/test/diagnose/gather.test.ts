import { expect } from "chai";
import { putEntry, setDependencies } from "../../src/catalog/change-catalog.ts";
import { COMMITS_MAX, DIFF_CHARS_MAX, FILES_MAX, NOTES_MAX } from "../../src/diagnose/gather/gathering-limits.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import { onEachEngine } from "../store/engines.ts";
import { ACME, incident, log, metric, NOW, OTHER } from "../store/samples.ts";
import { at, deployment, type Surroundings, sum, surroundings } from "./gather-support.ts";

onEachEngine("What surrounds an incident", (fresh) => {
  let around: Surroundings;
  beforeEach(async () => {
    around = await surroundings(await fresh());
  });
  afterEach(() => around.drop());

  const series = (picture: Picture, service: string): readonly number[] => [
    ...(picture.volumes.find((volume) => volume.service === service)?.events ?? []),
  ];

  it("is exact for a few records: kinds of messages, metrics, volumes, from the first sign on", async () => {
    const trigger = log({ level: "error", message: "payment 7 refused", timestamp: at(-3) });
    const first = log({ level: "error", message: "payment 5 refused", timestamp: at(-5) });
    const points = [10, 20, 60].map((value, index) => metric({ timestamp: at(-20 + index * 8), value } as object));
    await around.keep([log({ message: "paid 4", timestamp: at(-20) }), ...points, first, trigger]);
    const picture = await around.picture(incident({ triggeringEventId: trigger.id }));

    expect(picture.noticedAt).to.equal(at(-3));
    expect(picture.grid).to.deep.equal({ start: at(-20), step: MINUTE_MS, count: 21 });
    expect(picture.omitted).to.deep.equal([]);
    const steps = (marks: Readonly<Record<number, number>>): number[] =>
      Array.from({ length: 21 }, (_, step) => marks[step] ?? 0);
    expect(picture.patterns.map(({ counts, ...pattern }) => ({ ...pattern, counts: [...counts] }))).to.deep.equal([
      {
        eventId: picture.patterns[0]?.eventId,
        service: "checkout",
        level: "info",
        template: "paid <num>",
        counts: steps({ 0: 1 }),
        firstAt: at(-20),
        lastAt: at(-20),
        names: [],
        follows: [],
      },
      {
        eventId: first.id,
        service: "checkout",
        level: "error",
        template: "payment <num> refused",
        counts: steps({ 15: 1, 17: 1 }),
        firstAt: at(-5),
        lastAt: at(-3),
        names: [],
        follows: [],
      },
    ]);
    const [latency] = picture.metrics;
    expect(
      [...(latency?.values ?? [])].map((value, step) => [step, value]).filter(([, value]) => !Number.isNaN(value)),
    ).to.deep.equal([
      [0, 10],
      [8, 20],
      [16, 60],
    ]);
    expect(latency?.eventIds[8]).to.equal(points[1]?.id);
    expect(series(picture, "checkout")).to.deep.equal(steps({ 0: 2, 8: 1, 15: 1, 16: 1, 17: 1 }));
    expect(sum(picture.volumes[0]?.errors ?? [])).to.equal(2);
  });

  it("reaches three calls far both ways, the nearest first, with the calls between them", async () => {
    const catalog = createCatalogStore(around.database);
    const calls = { web: ["cart"], cart: ["checkout"], checkout: ["pay", "stock"], pay: ["bank"], bank: ["swift"] };
    for (const [name, dependencies] of Object.entries({ ...calls, swift: ["far"], tv: ["web"], phone: ["tv"] })) {
      await putEntry(catalog, ACME, name, { ownerTeam: "a", tier: "tier-1" }, NOW - DAY_MS);
      await setDependencies(catalog, ACME, name, dependencies, NOW - DAY_MS);
    }
    const { services, calls: found } = await around.picture(incident());
    expect(services.map(({ name, distance }) => `${name} ${distance}`)).to.deep.equal([
      ...["checkout 0", "cart 1", "pay 1", "stock 1", "bank 2", "web 2", "swift 3", "tv 3"],
    ]);
    expect(services.filter(({ inCatalog }) => !inCatalog).map(({ name }) => name)).to.deep.equal(["stock"]);
    expect(found).to.deep.include({ caller: "pay", callee: "bank" });
    expect(found.some(({ callee }) => callee === "far")).to.equal(false);
  });

  it("sees the services of incidents that were merged or grouped with it, and who waits for whom by what they complain of", async () => {
    around.related.push(incident({ primaryService: "orders", affectedServices: ["orders", "stock"] }));
    const complaint = (service: string, message: string) =>
      log({ service, level: "error", message, timestamp: at(-3) });
    await around.keep([
      complaint("checkout", "orders answered 500"),
      complaint("orders", "no row for order 7"),
      complaint("elsewhere", "checkout is slow"),
    ]);
    const { services, calls, patterns } = await around.picture(incident());
    expect(services.map(({ name, distance }) => `${name} ${distance}`)).to.deep.equal([
      ...["checkout 0", "orders 1", "stock 1"],
    ]);
    expect(calls).to.deep.equal([{ caller: "checkout", callee: "orders" }]);
    expect(patterns.map(({ service }) => service)).to.have.members(["checkout", "orders"]);
  });

  it("takes the catalog's word for who calls whom before that of messages", async () => {
    const catalog = createCatalogStore(around.database);
    await setDependencies(catalog, ACME, "orders", ["checkout"], NOW - DAY_MS);
    await around.keep([log({ level: "error", message: "orders answered 500", timestamp: at(-3) })]);
    expect((await around.picture(incident())).calls).to.deep.equal([{ caller: "orders", callee: "checkout" }]);
  });

  it("tells of deployments with what their metadata says, secrets masked, and of edits of the catalog", async () => {
    const metadata = {
      build: 17,
      commitMessage: "Retry\u001b[2J twice",
      files: ["a.ts", "b.ts"],
      note: "password=hunter2",
    };
    const deployed = deployment({ timestamp: at(-70), gitHash: "9fceb02", metadata });
    await around.keep([deployed, deployment({ timestamp: at(-7 * 60) })]);
    await putEntry(
      createCatalogStore(around.database),
      ACME,
      "checkout",
      { ownerTeam: "pay", tier: "tier-0" },
      at(-30),
    );
    const { changes, omitted } = await around.picture(incident());
    expect(omitted).to.deep.equal([]);
    expect(changes.map(({ id }) => id)).to.deep.equal(["catalog:checkout", deployed.id]);
    expect(changes[1]).to.include({ kind: "deployment", what: "1.2.3", gitHash: "9fceb02", at: at(-70) });
    expect(changes[1]?.note).to.match(/^commitMessage: Retry \[2J twice; files: a.ts, b.ts; build: 17; /);
    expect(changes[1]?.note).not.to.contain("hunter2");
  });

  it("keeps room for the changes that may be the cause, whatever is deployed since, and says which it left out", async () => {
    const metadata = { commitMessage: "pool made smaller" };
    const many = (count: number, service: string, minutes: number) =>
      Array.from({ length: count }, (_, n) => deployment({ service, timestamp: at(minutes) + n, metadata }));
    const catalog = createCatalogStore(around.database);
    await setDependencies(catalog, ACME, "checkout", ["pay"], NOW - DAY_MS);
    const trigger = log({ level: "error", message: "no more", timestamp: at(-10) });
    const guilty = deployment({ timestamp: at(-20), metadata });
    await around.keep([trigger, guilty, ...many(60, "pay", -15), ...many(150, "checkout", -9)]);
    const noticed = incident({ triggeringEventId: trigger.id });
    const { changes, omitted } = await around.picture(noticed);
    expect(changes.find(({ id }) => id === guilty.id)?.note).to.contain("pool made smaller");
    expect(changes.filter(({ note }) => note !== "").length).to.equal(NOTES_MAX);
    expect(omitted.join()).to.contain(`read of ${NOTES_MAX} of them`).and.not.to.contain("the last 100");
    await around.keep(many(100, "pay", -14));
    expect((await around.picture(noticed)).omitted.join()).to.contain("the last 100");
  });

  it("reads the commits that a deployment brought, bounded, with secrets masked", async () => {
    const commits = [
      "no commit",
      ...Array.from({ length: 100 }, (_, index) => ({ id: `c${index}`, message: "tidy" })),
      {
        sha: "9fceb02",
        message: "Pool made smaller",
        modified: ["db.ts", 7],
        patch: `+password=hunter2\n${"+x\n".repeat(9000)}`,
      },
    ];
    await around.keep([deployment({ timestamp: at(-70), gitHash: "9fceb02", metadata: { commits } })]);
    const { changes } = await around.picture(incident());
    const last = changes[0]?.commits.at(-1);
    expect(changes[0]?.commits).to.have.length(COMMITS_MAX);
    expect(last).to.include({ sha: "9fceb02", message: "Pool made smaller", isDiffWhole: false, hasAllFiles: true });
    expect(changes[0]?.commits[0]).to.include({ isDiffWhole: true, hasAllFiles: true });
    expect(last?.files).to.deep.equal(["db.ts"]);
    expect(last?.diff).to.have.length.at.most(DIFF_CHARS_MAX).and.not.to.contain("hunter2");
  });

  it("knows apart what it cut of a commit: its files, its diff, or what grew too long where secrets are masked", async () => {
    const many = Array.from({ length: FILES_MAX + 1 }, (_, index) => `src/${index}.ts`);
    const secrets = "+password=hunter2\n".repeat(Math.floor(DIFF_CHARS_MAX / 18));
    const commits = [
      { sha: "renames", files: many, diff: "-a\n+b" },
      { sha: "secrets", files: ["a.ts"], diff: secrets },
    ];
    await around.keep([deployment({ timestamp: at(-70), metadata: { commits } })]);
    const { changes } = await around.picture(incident());
    expect(changes[0]?.commits[0]).to.include({ diff: "-a\n+b", isDiffWhole: true, hasAllFiles: false });
    expect(changes[0]?.commits[1]).to.include({ isDiffWhole: false, hasAllFiles: true });
  });

  it("holds nothing of another organization", async () => {
    const theirs = { organizationId: "other" };
    const trigger = log({ ...theirs, level: "fatal", message: "their secret", timestamp: at(-60) });
    await around.keep([
      trigger,
      metric({ ...theirs, timestamp: at(-1) }),
      deployment({ ...theirs, timestamp: at(-2) }),
    ]);
    const catalog = createCatalogStore(around.database);
    await putEntry(catalog, OTHER, "checkout", { ownerTeam: "theirs", tier: "tier-1" }, at(-2));
    await setDependencies(catalog, OTHER, "checkout", ["their-service"], at(-2));
    const mine = log({ timestamp: at(-1) });
    await around.keep([mine]);
    const picture = await around.picture(incident({ triggeringEventId: trigger.id }));
    expect(picture.noticedAt).to.equal(NOW);
    expect(picture.patterns.map(({ eventId }) => eventId)).to.deep.equal([mine.id]);
    expect([picture.metrics, picture.changes, picture.calls]).to.deep.equal([[], [], []]);
    expect(picture.services).to.deep.equal([{ name: "checkout", distance: 0, inCatalog: false }]);
    expect(sum(series(picture, "checkout"))).to.equal(1);
  });

  for (const days of [20, 500])
    it(`is found around events of ${days} days ago too, with volumes that are estimates`, async () => {
      const then = NOW - days * DAY_MS;
      const trigger = log({ level: "error", message: "disk full", timestamp: then });
      const before = Array.from({ length: 30 }, (_, n) =>
        log({ message: `tick ${n}`, timestamp: then - n * MINUTE_MS }),
      );
      await around.keep([...before, trigger]);
      const picture = await around.picture(incident({ triggeringEventId: trigger.id }));
      expect(picture.noticedAt).to.equal(then);
      expect(picture.grid.start + picture.grid.step * picture.grid.count).to.equal(then + 31 * MINUTE_MS);
      expect(picture.patterns.map(({ template, counts }) => `${template}: ${sum(counts)}`)).to.deep.equal([
        ...["tick <num>: 30", "disk full: 1"],
      ]);
      expect(sum(series(picture, "checkout"))).to.equal(31);
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
    await around.keep([...logs, ...burst]);
    const picture = await around.picture(incident());
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
    await around.keep([...kinds, ...long, ...names]);
    const picture = await around.picture(incident());
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
    await around.keep(points);
    const given = around.archive.sample;
    const readWith = async (isSlow: (service: string) => boolean) => {
      around.archive.sample = async (scope, query) => {
        for (let tick = 0; isSlow(query.service) && tick < 200; tick += 1) await new Promise(setImmediate);
        return given(scope, query);
      };
      const picture = await around.picture(incident({ affectedServices: names }));
      return picture.metrics.map(({ service, name }) => `${service} ${name}`);
    };
    const odd = (service: string) => names.indexOf(service) % 2 === 1;
    expect(await readWith(odd)).to.deep.equal(await readWith((service) => !odd(service)));
  }).timeout(60_000);

  it("ends where nobody waits for it any more, and gives others their turn between reads", async () => {
    const events = Array.from({ length: 3000 }, (_, n) => log({ level: "error", timestamp: at(-100) + n * SECOND_MS }));
    await around.keep(events);
    let ticks = 0;
    let ticking = setImmediate(function tick() {
      ticks += 1;
      ticking = setImmediate(tick);
    });
    const seen: number[] = [];
    const given = around.archive.sample;
    const aborting = new AbortController();
    around.archive.sample = (...asked) => {
      seen.push(ticks);
      if (seen.length === 3) aborting.abort(new Error("Stopped."));
      return given(...asked);
    };
    const ended = await around.gather(ACME, incident(), NOW, aborting.signal).catch((error: unknown) => error);
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
    around.toolRuns.push(run, { ...run, id: "0195", status: "running", completedAt: null });
    const { probes } = await around.picture(incident());
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
