import { expect } from "chai";
import type { Archive } from "../../src/archive/archive.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { PAGE_BYTES_MAX } from "../../src/model/page-limits.ts";
import type { LogEvent } from "../../src/model/telemetry.ts";
import { telemetryOf } from "../../src/model/telemetry-record.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, idsOf, log, NOW } from "./samples.ts";

const at = (timestamp: number, given: Partial<LogEvent> = {}): LogEvent =>
  log({ id: uuidv7(timestamp), timestamp, receivedAt: timestamp, ...given });

onEachEngine("Telemetry in the order of its time", (fresh) => {
  let store: Fresh;
  let archive: Archive;
  beforeEach(async () => {
    store = await fresh();
    archive = await store.openArchive();
  });
  afterEach(() => store.drop());

  async function walk(
    limit: number,
    given: { service?: string; from?: number; to?: number } = {},
  ): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await archive.walk(ACME, {
        from: NOW - HOUR_MS,
        to: NOW,
        limit,
        ...given,
        ...(cursor && { cursor }),
      });
      pages.push(idsOf(page.records));
      cursor = page.cursor;
    } while (cursor !== undefined);
    return pages;
  }

  it("comes oldest first, page after page, of one organization and one range, both ends included", async () => {
    const inside = [NOW - HOUR_MS, NOW - 5, NOW - 5, NOW - 5, NOW].map((time) => at(time));
    await archive.add(
      [...inside, at(NOW - HOUR_MS - 1), at(NOW + 1), at(NOW - 5, { organizationId: "other" })].reverse(),
    );
    const pages = await walk(2);
    expect(pages.map((page) => page.length)).to.deep.equal([2, 2, 1]);
    expect(pages.flat()).to.have.members(inside.map(({ id }) => id));
    expect([pages.flat()[0], pages.flat()[4]]).to.deep.equal([inside[0]?.id, inside[4]?.id]);
    expect(await walk(100)).to.deep.equal([pages.flat()]);
  });

  it("comes of one service alone, and of none that was never seen", async () => {
    const wanted = at(NOW, { service: "pay" });
    await archive.add([at(NOW), wanted]);
    expect(await walk(5, { service: "pay" })).to.deep.equal([[wanted.id]]);
    expect(await walk(5, { service: "never" })).to.deep.equal([[]]);
    expect(await walk(5, { service: "a\u0000b" })).to.deep.equal([[]]);
  });

  it("comes in pages that end at so many bytes, and leaves nothing out", async () => {
    const large = Array.from({ length: 5 }, (_, index) => at(NOW - index, { message: "x".repeat(PAGE_BYTES_MAX / 3) }));
    await archive.add(large);
    const pages = await walk(100);
    expect(pages.length).to.be.greaterThan(1);
    expect(pages.flat()).to.deep.equal(large.map(({ id }) => id).reverse());
  });

  it("refuses a cursor that it didn't answer", async () => {
    await archive.add([at(NOW)]);
    const refused = await archive
      .walk(ACME, { from: 0, to: NOW, limit: 1, cursor: "no cursor" })
      .catch((error) => error);
    expect((refused as ApplicationError).code).to.equal("invalid_cursor");
  });

  it("reads back as the telemetry that it was", async () => {
    const item = at(NOW, { metadata: { a: [1] } });
    await archive.add([item]);
    const { records } = await archive.walk(ACME, { from: NOW, to: NOW, limit: 1 });
    expect(records.map(telemetryOf)).to.deep.equal([item]);
  });
});
