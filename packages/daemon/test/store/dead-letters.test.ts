import { expect } from "chai";
import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { createDeadLetterStore } from "../../src/store/queue/dead-letter-store.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, deadLetter, NOW, OTHER, round } from "./samples.ts";

const decisions = openIncidents;

onEachEngine("The dead-letter store", (fresh) => {
  let store: Fresh;
  let commitBatches: CommitBatchStore;
  let deadLetters: ReturnType<typeof createDeadLetterStore>;
  beforeEach(async () => {
    store = await fresh();
    const database = await store.openDatabase();
    commitBatches = createCommitBatchStore(database);
    deadLetters = createDeadLetterStore(database);
  });
  afterEach(() => store.drop());

  it("lists an organization's letters newest first, in pages, each once", async () => {
    const mine = Array.from({ length: 12 }, (_, n) => deadLetter({ reason: `reason ${n}` }));
    await commitBatches.commit(
      round({ deadLetters: [...mine, deadLetter({ organizationId: "other" })] }),
      decisions,
      NOW,
    );
    await commitBatches.commit(round({ deadLetters: mine.slice(0, 2) }), decisions, NOW);
    const first = await deadLetters.list(ACME, 10);
    const second = await deadLetters.list(ACME, 10, first.cursor);
    expect([...first.deadLetters, ...second.deadLetters]).to.deep.equal([...mine].reverse());
    expect(second.cursor).to.equal(undefined);
  });

  it("hands a letter to the worker once it is asked to replay it, and forgets it when that is done", async () => {
    const [mine, kept] = [deadLetter(), deadLetter()];
    await commitBatches.commit(round({ deadLetters: [mine, kept] }), decisions, NOW);
    const eventId = uuidv7(NOW);
    const refused = await deadLetters.requestReplay(OTHER, mine.id, eventId, NOW).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ApplicationError).with.property("code", "dead_letter_not_found");
    await deadLetters.requestReplay(ACME, mine.id, eventId, NOW);
    expect((await deadLetters.list(ACME, 10)).deadLetters).to.deep.equal([kept]);
    expect(await deadLetters.get(ACME, mine.id).catch((error: ApplicationError) => error.code)).to.equal(
      "dead_letter_not_found",
    );
    const again = await deadLetters
      .requestReplay(ACME, mine.id, eventId, NOW)
      .catch((error: ApplicationError) => error.code);
    expect(again).to.equal("dead_letter_not_found");
    expect(await commitBatches.replays(10)).to.deep.equal([{ deadLetter: mine, eventId }]);
    await commitBatches.commit(round({ replayed: [mine.id] }), decisions, NOW);
    expect(await commitBatches.replays(10)).to.deep.equal([]);
  });

  it("has a replay tried by one worker, once, and lists the letter again where that never ends", async () => {
    const mine = deadLetter({ attempts: 5 });
    await commitBatches.commit(round({ deadLetters: [mine] }), decisions, NOW);
    const eventId = uuidv7(NOW);
    await deadLetters.requestReplay(ACME, mine.id, eventId, NOW);
    const begun = await Promise.all([1, 2].map(() => commitBatches.beginReplay(mine.id, eventId, NOW)));
    expect(begun.sort()).to.deep.equal([false, true]);
    expect(await commitBatches.replays(10), "offered again, it would end the next worker").to.deep.equal([]);
    await commitBatches.tidy(NOW + MINUTE_MS);
    expect((await deadLetters.list(ACME, 10)).deadLetters, "still under way").to.deep.equal([]);
    await commitBatches.tidy(NOW + 10 * MINUTE_MS);
    const [back] = (await deadLetters.list(ACME, 10)).deadLetters;
    expect(back).to.deep.include({ id: mine.id, attempts: 6, payload: mine.payload });
    expect(back?.reason).to.contain("never ended").and.to.contain(mine.reason);
    await deadLetters.requestReplay(ACME, mine.id, eventId, NOW);
    expect(await commitBatches.beginReplay(mine.id, eventId, NOW)).to.equal(true);
  });
});
