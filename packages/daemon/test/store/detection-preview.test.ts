import { expect } from "chai";
import type { Archive } from "../../src/archive/archive.ts";
import {
  createPreview,
  type Preview,
  type PreviewBounds,
  type PreviewRequest,
} from "../../src/detect/replay/preview.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { Incident } from "../../src/model/incident.ts";
import { PAGE_BYTES_MAX } from "../../src/model/page-limits.ts";
import type { LogEvent, Telemetry } from "../../src/model/telemetry.ts";
import { telemetryOf } from "../../src/model/telemetry-record.ts";
import { createDetectedIncidents } from "../../src/store/incidents/detected-incidents.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { history, live } from "../detect/history.ts";
import { builtInRules, only } from "../detect/support.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, idsOf, incident, log, NOW, OTHER } from "./samples.ts";

const at = (timestamp: number, given: Partial<LogEvent> = {}): LogEvent =>
  log({ id: uuidv7(timestamp), timestamp, receivedAt: timestamp, ...given });
const fatal = (timestamp: number, given: Partial<LogEvent> = {}): LogEvent =>
  at(timestamp, { level: "fatal", ...given });

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

onEachEngine("A preview of detection rules", (fresh) => {
  let store: Fresh;
  let archive: Archive;
  let database: Database;
  beforeEach(async () => {
    store = await fresh();
    [archive, database] = [await store.openArchive(), await store.openDatabase()];
  });
  afterEach(() => store.drop());

  const never = new AbortController().signal;
  const previewer = (bounds: Partial<PreviewBounds> = {}) =>
    createPreview({ archive, incidents: createDetectedIncidents(database), bounds });
  const preview = (given: Partial<PreviewRequest> = {}, bounds: Partial<PreviewBounds> = {}): Promise<Preview> =>
    previewer(bounds)(ACME, { rules: only("log-fatal"), from: NOW - HOUR_MS, to: NOW, ...given }, never);
  const keep = (incidents: readonly Incident[]): Promise<void> =>
    database.write((transaction) =>
      insertRows(
        transaction,
        incidentTable,
        incidents.map((each, index) => ({ ...each, number: index + 1, severityRank: 0, quietAt: null })),
      ),
    );

  it("finds in the stored telemetry what detection opened from it, and no incident is missed", async function () {
    this.timeout(60_000);
    const from = NOW - 8 * HOUR_MS;
    const requests = history(11, from, 7);
    await archive.add(requests.flat() as Telemetry[]);
    const opened = live(requests, builtInRules, NOW);
    await keep(opened);
    const found = await preview({ rules: builtInRules, from: from + 6 * HOUR_MS, to: NOW });
    const inRange = opened.filter(({ createdAt }) => createdAt >= from + 6 * HOUR_MS);
    expect(inRange.length).to.be.greaterThan(0);
    expect(found.openings.map(({ first }) => first.deduplicationKey)).to.have.members(
      inRange.map(({ deduplicationKey }) => deduplicationKey),
    );
    expect(
      found.openings.map(({ incident: own, first }) => own?.deduplicationKey === first.deduplicationKey),
    ).to.not.include(false);
    expect(found.missed).to.deep.equal([]);
    expect(found).to.include({
      truncatedBy: null,
      coveredUntil: NOW,
      warmUpFrom: from,
      events: requests.flat().length,
    });
  });

  it("says which incident was open then, of the same trouble rather than of the service, and what it missed", async () => {
    await archive.add([fatal(NOW - 30 * MINUTE_MS)]);
    const detected = (createdAt: number, given: Partial<Incident> = {}) =>
      incident({ id: uuidv7(createdAt), createdAt, resolvedAt: createdAt + MINUTE_MS, status: "RESOLVED", ...given });
    const same = detected(NOW - 29 * MINUTE_MS, { ruleId: "log-fatal", deduplicationKey: "log-fatal:checkout" });
    const near = detected(NOW - 28 * MINUTE_MS);
    const missed = detected(NOW - 50 * MINUTE_MS, { primaryService: "cart" });
    await keep([
      detected(NOW - 20 * HOUR_MS),
      missed,
      same,
      near,
      detected(NOW - 30 * MINUTE_MS, { ruleId: null, primaryService: "by hand" }),
      detected(NOW - 30 * MINUTE_MS, { organizationId: "other" }),
    ]);
    const found = await preview();
    expect(found.openings.map(({ incident: own }) => own?.id)).to.deep.equal([same.id]);
    expect(found.missed.map(({ id }) => id)).to.deep.equal([missed.id]);
    expect(found.rules).to.deep.equal([
      {
        ruleId: "log-fatal",
        mode: "active",
        signalType: "log_fatal",
        openings: 1,
        perDay: 24,
        services: 1,
        observations: 1,
        overlapping: 1,
      },
    ]);
    expect((await preview({ ruleIds: ["log-fatal"] })).missed).to.deep.equal([]);
    const watching = only("log-fatal").map((rule) => ({ ...rule, mode: "shadow" as const }));
    const watched = await preview({ rules: watching });
    expect(watched.openings).to.have.length(1);
    expect(watched.rules[0]).to.include({ mode: "shadow", openings: 1 });
    expect(watched.missed.map(({ id }) => id)).to.have.members([missed.id, same.id, near.id]);
  });

  it("knows the incident that the same event opened, however late it came", async () => {
    const late = fatal(NOW - 50 * MINUTE_MS);
    await archive.add([late]);
    await keep([
      incident({
        createdAt: NOW - MINUTE_MS,
        ruleId: "log-fatal",
        deduplicationKey: "log-fatal:checkout",
        triggeringEventId: late.id,
      }),
    ]);
    const { openings, missed } = await preview();
    expect(openings.map(({ incident: own }) => own?.triggeringEventId)).to.deep.equal([late.id]);
    expect(missed).to.deep.equal([]);
  });

  it("is about one organization, one service and the rules that were asked for", async () => {
    const rules = only("log-fatal", "log-error-burst");
    await archive.add([
      fatal(NOW - 9),
      fatal(NOW - 8, { service: "pay" }),
      fatal(NOW - 7, { organizationId: "other" }),
    ]);
    const services = async (given: Partial<PreviewRequest>): Promise<string[]> =>
      (await preview({ rules, ...given })).openings.map(({ first }) => first.service);
    expect(await services({})).to.deep.equal(["checkout", "pay"]);
    expect(await services({ service: "pay" })).to.deep.equal(["pay"]);
    expect(await services({ ruleIds: ["log-error-burst"] })).to.deep.equal([]);
    expect(await services({ rules: rules.map((rule) => ({ ...rule, enabled: false })) })).to.deep.equal([]);
  });

  it("doesn't tell of what opened before the range, and goes on with it", async () => {
    await archive.add([fatal(NOW - HOUR_MS - MINUTE_MS), fatal(NOW - HOUR_MS + MINUTE_MS)]);
    expect((await preview()).openings).to.deep.equal([]);
  });

  it("ends where a bound is reached, and says how far it came", async () => {
    await archive.add([50, 40, 30, 20].map((minutes) => fatal(NOW - minutes * MINUTE_MS, { service: `s${minutes}` })));
    const cut = await preview({}, { events: 2 });
    expect(cut).to.include({ truncatedBy: "events", events: 2, coveredUntil: NOW - 40 * MINUTE_MS });
    expect(cut.openings).to.have.lengthOf(2);
    expect(await preview({}, { milliseconds: 0 })).to.include({ truncatedBy: "milliseconds", events: 0 });
    expect(await preview({}, { episodes: 0 })).to.include({ truncatedBy: "episodes", events: 0 });
  });

  it("lets others have their turn, ends when its caller leaves, and then lets the next one begin", async () => {
    const many = Array.from({ length: 5000 }, (_, index) => at(NOW - HOUR_MS + (index * 10 * SECOND_MS) / 20));
    await archive.add(many);
    const run = previewer();
    const request = { rules: builtInRules, from: NOW - HOUR_MS, to: NOW };
    const left = new AbortController();
    const first = run(ACME, request, left.signal).catch((error: Error) => error.message);
    const refused = await run(ACME, request, never).catch((error: ApplicationError) => error);
    expect(refused).to.include({ code: "too_many_running", retryAfterSeconds: 10 });
    const other = run(OTHER, request, never);
    const third = await run({ ...OTHER, organizationId: "third" }, request, never).catch(
      (error: ApplicationError) => error,
    );
    expect(third).to.include({ code: "overloaded", retryAfterSeconds: 10 });
    left.abort(new Error("gone"));
    expect(await first).to.equal("gone");
    await other;
    expect(await run(ACME, request, never)).to.include({ events: 5000, truncatedBy: null });
  });
});
