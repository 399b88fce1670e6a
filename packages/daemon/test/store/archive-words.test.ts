import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Archive } from "../../src/archive/archive.ts";
import { idAfter, randomId, uuidv7 } from "../../src/kernel/ids.ts";
import { SEARCH_TERMS_MAX } from "../../src/model/page-limits.ts";
import { openSqliteArchive } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, idsOf, log, NOW } from "./samples.ts";

/** Of the two planes that hold most of them; without halves of pairs. */
const CHARACTERS = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter((each) =>
  each.isWellFormed(),
);
const OF_A_WORD = /\p{L}|\p{N}|[\u{300}-\u{331}]/u;

onEachEngine("The words of the archive", (fresh) => {
  let store: Fresh;
  let archive: Archive;
  beforeEach(async () => {
    store = await fresh();
    archive = await store.openArchive();
  });
  afterEach(() => store.drop());

  const found = async (text: string): Promise<string[]> =>
    idsOf((await archive.search(ACME, { text, limit: 10 })).records);

  it("may hold any mark, and are found whole", async () => {
    const marked = log({ message: "mean x\u0305bar, \u19b5 and \u0301alone" });
    await archive.add([marked, log({ message: "mean x bar xbar alone" })]);
    for (const text of ["x\u0305bar", "X\u0305BAR mean", "\u19b5", "\u0301alone"]) {
      expect(await found(text), text).to.deep.equal([marked.id]);
    }
    expect(await found("x\u0305")).to.deep.equal([]);
  });

  it("end at every sign, also at one that is newer than the index", async () => {
    const record = log({ message: "\u{1F916}payment failed\u{1FAE8}again: 100\u20bddue" });
    await archive.add([record, log({ message: "repayment 1000" })]);
    for (const text of ["payment", "failed", "again", "100", "due", "\u{1F916}payment"]) {
      expect(await found(text), text).to.deep.equal([record.id]);
    }
  });

  it("keep their end beyond any length of a message", async () => {
    const record = log({ message: `${"ü→ ".repeat(40_000)} İstanbul ends` });
    await archive.add([record]);
    // PostgreSQL holds the words of the beginning.
    expect(await found("ü")).to.deep.equal([record.id]);
    if (store.target.kind === "sqlite") expect(await found("ends İSTANBUL")).to.deep.equal([record.id]);
  });
});

describe("The words of the archive on SQLite, whose index cuts by a Unicode of its own", function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), "tocsin-test-words-"));
  let archive: Archive;
  beforeEach(() => {
    archive = openSqliteArchive(join(folder, `${randomId()}.db`));
  });
  afterEach(() => archive.close());
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Finds each message by these words of it. */
  async function findsEach(messages: readonly { readonly message: string; readonly words: string }[]): Promise<void> {
    const first = uuidv7(NOW);
    await archive.add(messages.map(({ message }, index) => log({ id: idAfter(first, index), message })));
    for (const [index, { words }] of messages.entries()) {
      const { records } = await archive.search(ACME, { text: words, limit: 10 });
      expect(idsOf(records), words).to.deep.equal([idAfter(first, index)]);
    }
  }

  it("hold every letter, number and mark there is, in the midst and at the beginning", async () => {
    const deadLetters = CHARACTERS.filter((each) => OF_A_WORD.test(each));
    const words = deadLetters.map((deadLetter, index) => `${deadLetter}a${deadLetter}b${index}`);
    const messages = inGroups(words, SEARCH_TERMS_MAX).map((group) => group.join(" "));
    await findsEach(messages.map((message) => ({ message, words: message })));
  });

  it("are parted by everything else", async () => {
    const signs = CHARACTERS.filter((each) => !OF_A_WORD.test(each));
    const pairs = signs.map((sign, index) => ({ text: `l${index}${sign}r${index}`, words: `l${index} r${index}` }));
    const messages = inGroups(pairs, SEARCH_TERMS_MAX / 2).map((group) => ({
      message: group.map(({ text }) => text).join(" "),
      words: group.map(({ words }) => words).join(" "),
    }));
    await findsEach(messages);
  });
});

const inGroups = <Item>(items: readonly Item[], most: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, index) => items.slice(index * most, (index + 1) * most));
