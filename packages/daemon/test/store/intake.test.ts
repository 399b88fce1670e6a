import { expect } from "chai";
import { type Clock, DAY_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { openPostgresIntake, type PostgresIntake } from "../../src/store/queue/postgres-intake.ts";
import { type Fresh, onPostgres } from "./engines.ts";
import { NOW } from "./samples.ts";

onPostgres("What the ingest roles share", (fresh) => {
  let store: Fresh;
  let one: PostgresIntake;
  let two: PostgresIntake;
  let now = NOW;
  const clock: Clock = { now: () => now };
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    const { target } = store;
    if (target.kind !== "postgres") throw new Error("This suite is about PostgreSQL.");
    one = await openPostgresIntake(target.url, { clock });
    two = await openPostgresIntake(target.url, { clock });
  });
  afterEach(async () => {
    await Promise.all([one.close(), two.close()]);
    await store.drop();
  });

  const answer = (given: object = {}) => ({
    organizationId: "acme",
    route: "POST /events/logs",
    key: "k1",
    fingerprint: "f1",
    answer: '{"queued":true}',
    batchId: "batch-1",
    receivedAt: now,
    ...given,
  });

  it("registers exactly as many services as fit, of fifty that come at once to two processes", async () => {
    const names = Array.from({ length: 50 }, (_, n) => `service-${n}`);
    const left = await Promise.all(names.map((name, n) => (n % 2 ? one : two).register("acme", [name], 5, true)));
    const taken = names.filter((_name, n) => left[n]?.length === 0);
    expect(taken).to.have.length(5);
    expect(await one.register("acme", taken, 5, true)).to.deep.equal([]);
    expect(await two.register("acme", names, 5, false)).to.have.length(45);
    expect(one.knows("acme", new Set(taken))).to.equal(true);
    expect(one.knows("acme", new Set([...taken, "new"]))).to.equal(false);
    expect(one.knows("other", new Set(taken))).to.equal(false);
    expect(await two.register("other", ["a", "b"], 5, true)).to.deep.equal([]);
  });

  it("registers all or none, or as many as fit, in their order", async () => {
    expect(await one.register("acme", ["a", "b", "c"], 2, true)).to.deep.equal(["a", "b", "c"]);
    expect(await one.register("acme", ["a", "b", "c"], 2, false)).to.deep.equal(["c"]);
    expect(await two.register("acme", ["b", "c"], 2, true)).to.deep.equal(["c"]);
    expect(await two.register("acme", ["b\u0000", "'; --"], 4, true)).to.deep.equal([]);
    expect(two.knows("acme", new Set(["b\u0000"]))).to.equal(true);
  });

  it("lets one process publish for a key, and answers it when that is done", async () => {
    expect(await one.remember(answer())).to.equal("new");
    expect(await one.recall("acme", "POST /events/logs", "k1")).to.equal(undefined);
    expect(await two.remember(answer({ batchId: "batch-2" }))).to.deep.include({ state: "running" });
    await one.complete(answer());
    expect(await two.recall("acme", "POST /events/logs", "k1")).to.deep.equal(answer());
    expect(await two.remember(answer({ batchId: "batch-2" }))).to.deep.equal({ state: "completed", answer: answer() });
    expect(await two.remember(answer({ organizationId: "other" }))).to.equal("new");
  });

  it("gives a claim that a process left behind to one other, with the first batch id", async () => {
    await one.remember(answer());
    now += 31 * SECOND_MS;
    const tries = await Promise.all([one, two, one, two].map((each) => each.remember(answer({ batchId: "batch-2" }))));
    const states = tries.map((each) => (each === "new" ? each : each.state));
    expect(states.sort()).to.deep.equal(["running", "running", "running", "unfinished"]);
    expect(tries.every((each) => each !== "new" && each.answer.batchId === "batch-1")).to.equal(true);
  });

  it("lets the next try take over a claim that was given back, if it has the same body", async () => {
    await one.remember(answer());
    await one.release(answer());
    expect(await two.remember(answer({ fingerprint: "f2" }))).to.deep.include({ state: "running" });
    expect(await two.remember(answer())).to.deep.include({ state: "unfinished" });
  });

  it("forgets after a day", async () => {
    await one.remember(answer());
    await one.complete(answer());
    now += DAY_MS;
    expect(await one.recall("acme", "POST /events/logs", "k1")).to.equal(undefined);
    expect(await one.remember(answer({ batchId: "batch-9" }))).to.equal("new");
    await one.complete(answer());
    expect((await two.recall("acme", "POST /events/logs", "k1"))?.batchId).to.equal("batch-9");
  });
});
