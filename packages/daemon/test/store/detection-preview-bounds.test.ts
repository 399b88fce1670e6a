import { expect } from "chai";
import type { Archive } from "../../src/archive/archive.ts";
import { createPreview, type Preview, type PreviewRequest } from "../../src/detect/replay/preview.ts";
import type { ReplayBounds } from "../../src/detect/replay/replay-telemetry.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { LogEvent } from "../../src/model/telemetry.ts";
import { createDetectedIncidents } from "../../src/store/incidents/detected-incidents.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { builtInRules, only } from "../detect/support.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, log, NOW, OTHER } from "./samples.ts";

const at = (timestamp: number, given: Partial<LogEvent> = {}): LogEvent =>
  log({ id: uuidv7(timestamp), timestamp, receivedAt: timestamp, ...given });
const fatal = (timestamp: number, given: Partial<LogEvent> = {}): LogEvent =>
  at(timestamp, { level: "fatal", ...given });

onEachEngine("Bounds of a preview of detection rules", (fresh) => {
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
