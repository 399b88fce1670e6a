import { expect } from "chai";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { AnswerStore, Claim, KeyedRequest } from "../../src/model/keyed-request.ts";
import { createAnswerStore } from "../../src/store/idempotency/idempotent-answers.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { newLockMemory } from "../../src/store/sql/write-lock.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

const asked: KeyedRequest = { subject: "ann", operation: "addComment", key: "k", fingerprint: "f" };

onEachEngine("The store of kept answers", (fresh) => {
  let store: Fresh;
  let answers: AnswerStore;
  beforeEach(async () => {
    store = await fresh();
    answers = createAnswerStore(await store.openDatabase());
  });
  afterEach(() => store.drop());

  async function claimed(request = asked, now = NOW): Promise<Claim> {
    const outcome = await answers.claim(ACME, request, now);
    if (outcome.state !== "claimed") return expect.fail(`It is ${outcome.state}.`);
    return outcome.claim;
  }
  const stateOf = async (request = asked, now = NOW, scope = ACME): Promise<string> =>
    (await answers.claim(scope, request, now)).state;

  it("gives a key to one of many who ask at once, also over two processes", async () => {
    const writeLock = newLockMemory();
    const open = () => openDatabase(store.target.kind === "sqlite" ? { ...store.target, writeLock } : store.target);
    const databases = [await open(), await open()];
    const stores = databases.map(createAnswerStore);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }).flatMap(() => stores.map((each) => each.claim(ACME, asked, NOW))),
    );
    for (const each of databases) await each.close();
    const states = outcomes.map(({ state }) => state).sort();
    expect(states).to.deep.equal(["claimed", ...Array.from({ length: 15 }, () => "running")]);
  });

  it("answers what was answered, with the claim that it was sealed for", async () => {
    const claim = await claimed();
    await answers.complete(claim, { status: 201, sealed: "sealed" }, NOW + 5);
    expect(await answers.claim(ACME, asked, NOW + DAY_MS - 1)).to.deep.equal({
      state: "answered",
      claim,
      answer: { status: 201, sealed: "sealed" },
    });
  });

  it("keeps an answer that is too large without its text", async () => {
    await answers.complete(await claimed(), { status: 200, sealed: null }, NOW);
    expect(await answers.claim(ACME, asked, NOW)).to.deep.include({ answer: { status: 200, sealed: null } });
  });

  it("tells another request under the same key, running or done", async () => {
    const claim = await claimed();
    expect(await stateOf({ ...asked, fingerprint: "g" })).to.equal("other");
    await answers.complete(claim, { status: 201, sealed: null }, NOW);
    expect(await stateOf({ ...asked, fingerprint: "g" })).to.equal("other");
  });

  it("has keys of their own for each organization, subject and operation", async () => {
    await claimed();
    expect(await stateOf(asked, NOW, OTHER)).to.equal("claimed");
    expect(await stateOf({ ...asked, subject: "bob" })).to.equal("claimed");
    expect(await stateOf({ ...asked, operation: "createIncident" })).to.equal("claimed");
    expect(await stateOf({ ...asked, key: "K" })).to.equal("claimed");
  });

  it("takes the longest subject and key that may come", async () => {
    const long = { ...asked, subject: "s".repeat(16_000), key: "ÿ".repeat(255) };
    await claimed(long);
    expect(await stateOf(long)).to.equal("running");
  });

  it("frees a key whose claim was released", async () => {
    await answers.release(await claimed());
    await claimed();
  });

  it("takes a claim for given up after a minute, and still keeps the answer that comes after all", async () => {
    const claim = await claimed();
    expect(await stateOf(asked, NOW + MINUTE_MS - 1)).to.equal("running");
    expect(await stateOf(asked, NOW + MINUTE_MS)).to.equal("unknown");
    await answers.complete(claim, { status: 201, sealed: null }, NOW + 2 * MINUTE_MS);
    expect(await stateOf(asked, NOW + 2 * MINUTE_MS)).to.equal("answered");
  });

  it("knows no outcome of what was abandoned, and keeps what was done", async () => {
    await claimed();
    await answers.complete(await claimed({ ...asked, key: "done" }), { status: 201, sealed: null }, NOW);
    await answers.abandon();
    expect(await stateOf()).to.equal("unknown");
    expect(await stateOf({ ...asked, key: "done" })).to.equal("answered");
  });

  it("gives a key anew after 24 hours, and whoever had it before changes nothing more", async () => {
    const old = await claimed();
    const young = await claimed({ ...asked, fingerprint: "g" }, NOW + DAY_MS);
    await answers.complete(old, { status: 500, sealed: null }, NOW + DAY_MS);
    await answers.release(old);
    await answers.complete(young, { status: 201, sealed: null }, NOW + DAY_MS);
    expect(await answers.claim(ACME, { ...asked, fingerprint: "g" }, NOW + DAY_MS)).to.deep.include({
      answer: { status: 201, sealed: null },
    });
  });

  it("forgets what is past its time, a thousand rows at once, and nothing younger", async () => {
    const keys = Array.from({ length: 1100 }, (_, index) => ({ ...asked, key: `old ${index}` }));
    for (const request of keys) await claimed(request, NOW - DAY_MS);
    await claimed();
    expect([await answers.forget(NOW), await answers.forget(NOW), await answers.forget(NOW)]).to.deep.equal([
      1000, 100, 0,
    ]);
    expect(await stateOf()).to.equal("running");
  });
});
