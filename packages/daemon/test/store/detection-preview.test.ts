import { expect } from "chai";
import type { Archive } from "../../src/archive/archive.ts";
import { createPreview, type Preview, type PreviewRequest } from "../../src/detect/replay/preview.ts";
import type { ReplayBounds } from "../../src/detect/replay/replay-telemetry.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { LogEvent, Telemetry } from "../../src/model/telemetry.ts";
import { createDetectedIncidents } from "../../src/store/incidents/detected-incidents.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { history, live } from "../detect/history.ts";
import { builtInRules, only } from "../detect/support.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, log, NOW } from "./samples.ts";

const at = (timestamp: number, given: Partial<LogEvent> = {}): LogEvent =>
  log({ id: uuidv7(timestamp), timestamp, receivedAt: timestamp, ...given });
const fatal = (timestamp: number, given: Partial<LogEvent> = {}): LogEvent =>
  at(timestamp, { level: "fatal", ...given });

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
  const previewer = (bounds: Partial<ReplayBounds> = {}) =>
    createPreview({ archive, incidents: createDetectedIncidents(database), bounds });
  const preview = (given: Partial<PreviewRequest> = {}, bounds: Partial<ReplayBounds> = {}): Promise<Preview> =>
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
});
