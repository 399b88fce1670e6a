import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { idAfter, uuidv7 } from "../../src/kernel/ids.ts";
import { PAGE_BYTES_MAX } from "../../src/model/page-limits.ts";
import { archiveWorld } from "./archive-world.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, idsOf, log, NOW } from "./samples.ts";

onEachEngine("Pages of the archive", (fresh) => {
  const world = archiveWorld(fresh);

  it("pages through records of one and the same time without missing or repeating one", async () => {
    const first = uuidv7(NOW);
    const records = Array.from({ length: 57 }, (_, index) =>
      log({ id: idAfter(first, index), timestamp: NOW - (index < 50 ? 0 : DAY_MS), message: "same time" }),
    );
    await world.archive.add(records);
    const expected = records.map(({ id }) => id).sort();
    for (const query of [{}, { text: "same" }, { service: "checkout" }, { level: "info" as const }]) {
      const ids = await world.allPages(query, 10);
      expect([...ids].sort()).to.deep.equal(expected);
    }
  });

  it("refuses a cursor that no page ended with, also one beyond every time", async () => {
    await world.archive.add([log()]);
    const time = "z".repeat(11);
    const foreign = ["'; --", "1.2", `9.${"f".repeat(36)}`, `${time}.${uuidv7(NOW)}`, `-${time}.${uuidv7(NOW)}`, "-"];
    const beyond64Bits = ["z".repeat(13), `-${"z".repeat(13)}`, "z".repeat(16), (2n ** 63n).toString(36)];
    for (const cursor of [...foreign, ...beyond64Bits]) {
      const refusal = await world.found({ cursor }).then(
        () => "taken",
        (error: ApplicationError) => error.code,
      );
      expect(refusal, cursor).to.equal("invalid_cursor");
    }
  });

  it("holds nothing in a window that ends before it begins", async () => {
    await world.archive.add([log({ message: "word" }), log({ timestamp: NOW - DAY_MS })]);
    for (const query of [{}, { text: "word" }, { level: "info" as const }, { service: "checkout" }]) {
      expect(await world.found({ ...query, from: NOW, to: NOW - 1 })).to.deep.equal([]);
      expect(await world.found({ ...query, from: NOW + DAY_MS, to: NOW - 2 * DAY_MS })).to.deep.equal([]);
    }
  });

  it("ends a page where its records come to 8 MiB, and goes on behind it, whichever way they are found", async () => {
    const first = uuidv7(NOW);
    const large = Array.from({ length: 45 }, (_, index) =>
      log({ id: idAfter(first, index), timestamp: NOW - DAY_MS - index, message: `large ${"\u0001".repeat(60_000)}` }),
    );
    const enormous = log({ timestamp: NOW - 2 * DAY_MS, message: `large ${"é".repeat(PAGE_BYTES_MAX / 2)}` });
    const last = log({ timestamp: NOW - 3 * DAY_MS, message: "large no more" });
    // More than are looked at before the words alone are gone by.
    const newer = Array.from({ length: 2_200 }, (_, index) => log({ level: "debug", timestamp: NOW - index }));
    await world.archive.add([...large, enormous, last, ...newer]);
    const expected = [...large, enormous, last].map(({ id }) => id);
    const to = NOW - DAY_MS;
    for (const query of [{ to }, { to, text: "large" }, { text: "large" }, { level: "info" as const }]) {
      const ids: string[] = [];
      const pages: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await world.archive.search(ACME, {
          ...query,
          limit: 1000,
          ...(cursor === undefined ? {} : { cursor }),
        });
        const bytes = Buffer.byteLength(page.records.join(""));
        if (page.records.length > 1) expect(bytes).to.be.at.most(PAGE_BYTES_MAX);
        pages.push(page.records.length);
        ids.push(...idsOf(page.records));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(ids, JSON.stringify(query)).to.deep.equal(expected);
      expect(pages, JSON.stringify(query)).to.deep.equal([23, 22, 1, 1]);
    }
  });
});
