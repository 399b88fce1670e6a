import { expect } from "chai";
import type { ArchiveQuery } from "../../src/archive/archive.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { idAfter, uuidv7 } from "../../src/kernel/ids.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { archiveWorld } from "./archive-world.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, log, NOW } from "./samples.ts";

onEachEngine("The word index of the archive", (fresh) => {
  const world = archiveWorld(fresh);

  it("takes a message of 200,000 words", async () => {
    const record = log({ message: Array.from({ length: 200_000 }, (_, index) => `w${index % 40_000}`).join(" ") });
    await world.archive.add([record]);
    expect(await world.found({ text: "w7" })).to.deep.equal([record.id]);
  });

  it("finds the same by words as by looking at every record", async function () {
    this.timeout(60_000);
    const first = uuidv7(NOW);
    const telemetry: Telemetry[] = Array.from({ length: 24_000 }, (_, n) =>
      log({
        id: idAfter(first, n),
        service: `s${n % 3}`,
        level: n % 997 === 0 ? "fatal" : n % 40 === 7 ? "warn" : "info",
        timestamp: NOW - Math.floor(n / 2) * 15_000,
        message: `all ${n > 12_000 ? "early" : "late"} ${n % 5000 === 17 ? "needle" : "hay"}`,
      }),
    );
    await world.archive.add(telemetry);
    const logs = telemetry as ReturnType<typeof log>[];
    const newest = (wanted: (record: ReturnType<typeof log>) => boolean, most: number): number[] =>
      logs
        .filter(wanted)
        .map(({ timestamp }) => timestamp)
        .sort((a, b) => b - a)
        .slice(0, most);
    const cases: [Partial<ArchiveQuery>, (record: ReturnType<typeof log>) => boolean][] = [
      [{ text: "all" }, () => true],
      [{ text: "early" }, ({ message }) => message.includes("early")],
      [{ text: "early", service: "s1" }, ({ message, service }) => message.includes("early") && service === "s1"],
      [{ text: "needle" }, ({ message }) => message.includes("needle")],
      [{ text: "needle early" }, ({ message }) => message.includes("needle") && message.includes("early")],
      [{ level: "fatal" }, ({ level }) => level === "fatal"],
      [{ level: "warn", limit: 100 }, ({ level }) => level === "warn"],
      [{ level: "warn", limit: 200, service: "s2" }, ({ level, service }) => level === "warn" && service === "s2"],
      [
        { text: "early", to: NOW - 60 * HOUR_MS },
        ({ timestamp, message }) => message.includes("early") && timestamp <= NOW - 60 * HOUR_MS,
      ],
    ];
    for (const [query, wanted] of cases) {
      const { records } = await world.archive.search(ACME, { limit: 300, ...query });
      const times = records.map((record) => Date.parse((JSON.parse(record) as { timestamp: string }).timestamp));
      expect(times, JSON.stringify(query)).to.deep.equal(newest(wanted, query.limit ?? 300));
    }
    expect(new Set(await world.allPages({ level: "warn" }, 70)).size).to.equal(
      newest(({ level }) => level === "warn", 99_999).length,
    );
    expect(new Set(await world.allPages({ text: "early" }, 1000)).size).to.equal(
      newest(({ message }) => message.includes("early"), 99_999).length,
    );
  });
});
