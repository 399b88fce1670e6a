import { expect } from "chai";
import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import { ENVIRONMENTS_MAX } from "../../src/detect/detection-bounds.ts";
import { createDetectionEngine, type DetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import type { LogPatternStore } from "../../src/detect/state/list-templates.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { LogTemplateRecord } from "../../src/model/log-template.ts";
import type { LogEvent } from "../../src/model/telemetry.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { createLogPatternStore, tidyLogPatterns } from "../../src/store/detection/log-template-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { COLLIDING, log, START } from "../detect/support.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { round } from "./samples.ts";

const scope = { organizationId: "default", actor: "ada", permissions: [] };

onEachEngine("The list of patterns", (fresh) => {
  let store: Fresh;
  let database: Database;
  let commitBatches: CommitBatchStore;
  let patterns: LogPatternStore;
  let engine: DetectionEngine;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    commitBatches = createCommitBatchStore(database);
    patterns = createLogPatternStore(database);
    engine = createDetectionEngine([]);
    engine.load({ organizationId: "default", service: "checkout-api" }, null);
  });
  afterEach(() => store.drop());

  const listed = (environment?: string): Promise<readonly LogTemplateRecord[]> =>
    patterns.ofService(scope, "checkout-api", environment);

  /** Lets detection see logs, and stores what it makes of them. */
  async function take(logs: readonly LogEvent[], now: number): Promise<void> {
    engine.observe(logs, now);
    expect(await commitBatches.commit(round({ states: engine.takeChanges() }), openIncidents, now)).to.equal("stored");
  }

  it("takes kinds of messages whose ids were made to be the same", async () => {
    await take(
      COLLIDING.map((message) => log(START, { message })),
      START,
    );
    expect((await listed()).map(({ facts }) => facts.template)).to.have.members(COLLIDING);
  });

  it("holds the patterns of the environments that detection remembers, however many there were", async () => {
    const seen = 3 * ENVIRONMENTS_MAX;
    const at = (index: number): number => START + index * 2 * HOUR_MS;
    for (let index = 0; index < seen; index++)
      await take([log(at(index), { metadata: { env: `branch-${index}` } })], at(index));
    const environments = (await listed()).map(({ environment }) => environment);
    expect(environments).to.have.lengthOf(ENVIRONMENTS_MAX);
    expect(environments).to.include(`branch-${seen - 1}`);
  });

  it("has one kind where several turn out to be it, found by their ids", async () => {
    const named = ["anna", "ben", "carl", "dora", "emil", "fritz"].map((name, index) =>
      log(START + index * MINUTE_MS, {
        message: `account of user ${name} is locked`,
        level: index % 2 ? "warn" : "info",
      }),
    );
    for (const each of named) await take([each], each.timestamp);
    const [united, ...others] = await listed();
    expect(others).to.deep.equal([]);
    expect(united?.facts.levels).to.deep.equal([0, 3, 3, 0, 0]);
    expect([united?.patternId, ...(united?.facts.aliases ?? [])]).to.include.members(
      named.map(({ patternId }) => patternId),
    );
  });

  it("forgets what wasn't seen for thirty days, and has it again when it comes again", async () => {
    await take([log(START), log(START, { message: "sweeping" })], START);
    const later = START + 31 * DAY_MS;
    await take([log(later)], later);
    expect(await tidyLogPatterns(database, later)).to.equal(1);
    expect((await listed()).map(({ facts }) => facts.template)).to.deep.equal(["request served"]);
    await take([log(later + MINUTE_MS, { message: "sweeping" })], later + MINUTE_MS);
    expect(await listed()).to.have.lengthOf(2);
  });

  it("goes on under the name that a nameless environment gets", async () => {
    await take([log(START)], START);
    expect(await listed("")).to.have.lengthOf(1);
    const now = START + MINUTE_MS;
    await take([log(now, { metadata: { env: "prod" } })], now);
    expect((await listed()).map(({ environment, facts }) => [environment, facts.levels[1]])).to.deep.equal([
      ["production", 2],
    ]);
  });
});
