import { expect } from "chai";
import fc from "fast-check";
import {
  createTemplateSet,
  matchTemplate,
  type TemplateSet,
  templateText,
} from "../../src/methods/log-templates/template-set.ts";
import { decodeTemplateSet, encodeTemplateSet } from "../../src/methods/log-templates/template-set-codec.ts";
import { tokenizeMessage } from "../../src/methods/log-templates/tokenizer.ts";

const mine = (set: TemplateSet, ...messages: string[]): string[] =>
  messages.map((message, at) => matchTemplate(set, message, at).fingerprint);

/** What its patterns are, once all of the messages came. */
function templatesOf(...messages: string[]): string[] {
  const set = createTemplateSet();
  mine(set, ...messages);
  return [...set.templates.values()].map(templateText);
}

const templateOf = (message: string): string | undefined => templatesOf(message)[0];

const PEOPLE = ["anna", "ben", "carl", "dora", "emil", "fritz", "gerda", "hans"];

describe("A template", () => {
  it("names what varies by its type", () => {
    const cases = {
      "Connection to 10.0.0.7:5432 timed out after 30ms": "Connection to <ip> timed out after <duration>",
      "order 6f1c1c1e-8a1b-4b7e-9d0e-1f2a3b4c5d6e failed": "order <uuid> failed",
      "cannot open /var/lib/app/data.db: denied": "cannot open <path>: denied",
      "user='u-17' at 0xdeadbeef": "user='u-<num>' at <hex>",
      "GET https://ada:pw@shop.example/a?b=1&c=2 from fe80::1ff:fe23:4567:890a": "GET <url> from <ip>",
      "2026-03-01 10:00:00,123 started": "<time> started",
      "at Thu Mar 1 10:00:00 2026: up": "at <time>: up",
      "[01/Mar/2026:10:00:00 +0000] hit": "[<time>] hit",
      "sent 5.2 KB in 3 minutes, 14.0MB in 1m2.5s": "sent <size> in <duration>",
      "mail to eve.x@example.com from 00:1b:44:11:3a:b7": "mail to <email> from <mac>",
      "block rdd_42_1 of worker3 at node-129, commit 9fceb02d0ae5":
        "block rdd_<num> of worker<num> at node-<num>, commit <hex>",
      "C:\\Windows\\cbs.log and \\\\host\\share are locked": "<path> and <path> are locked",
      "HTTP/1.1 over IPv6 with sha256 and utf8": "HTTP/<num> over IPv6 with sha256 and utf8",
      "delta -3.5 and 12% of +7": "delta -<num> and <num>% of +<num>",
    };
    for (const [message, template] of Object.entries(cases)) expect(templateOf(message)).to.equal(template);
  });

  it("keeps the words of a language, and the punctuation around them", () => {
    const messages = [
      "The session isn't there (yet): retrying... later!",
      "read/write access and TERM signals",
      "Ünïcode wörds, 日本語 too",
    ];
    for (const message of messages) expect(templateOf(message)).to.equal(message);
  });

  it("is one for lists of any length", () => {
    const lists = [
      ["ids [1]", "ids [1, 2]", "ids [1, 2, 3, 4]"],
      ["node-1 0xfe <ok>", "node-1 0xfe <ok> node-2 0xab <ok>", "node-1 0xfe <ok> node-2 0x1 <ok> node-3 0x2 <ok>"],
      ["peers=10.0.0.1:80", "peers=10.0.0.1:80,10.0.0.2:81"],
    ];
    for (const messages of lists) expect(templatesOf(...messages)).to.have.length(1);
  });

  it("is one where a value is missing", () => {
    expect(templatesOf("login user=anna host=a1", "login user= host=a2")).to.have.length(1);
    expect(templatesOf('login user="17"', 'login user=""')).to.have.length(1);
  });

  it("holds nothing that moves a terminal, turns a text around or isn't seen", () => {
    const text = templateOf("a\u001b[31mred\u202e \u0000text\u200b \u00ad\u2028end \ud800 \u{e0041}tag") ?? "";
    expect(text).to.match(/^[\x20-\x7e\ufffd]+$/);
  });
});

describe("Messages are of one kind", () => {
  it("when they differ in what varies, and else are not", () => {
    const [first, second, third] = mine(
      createTemplateSet(),
      "pool exhausted after 30 ms",
      "pool exhausted after 4 seconds",
      "pool closed after 30 ms",
    );
    expect(second).to.equal(first);
    expect(third).to.not.equal(first);
  });

  it("when a word of theirs has had many values", () => {
    expect(templatesOf(...PEOPLE.map((name) => `account of user ${name} is locked`))).to.deep.equal([
      "account of user <*> is locked",
    ]);
  });

  it("when a word stands where a number was", () => {
    expect(templatesOf("user 17 was not found", "user anna was not found")).to.deep.equal(["user <*> was not found"]);
  });

  it("when one name has several words", () => {
    const cities = ["Berlin", "Paris", "Rome", "Oslo", "New York", "San Jose"];
    expect(templatesOf(...cities.map((city) => `shipping to ${city} costs 4.5 EUR`))).to.deep.equal([
      "shipping to <*> costs <num> EUR",
    ]);
  });

  it("not when they tell of another state, outcome, method or error, however many there are", () => {
    const words = {
      "GET POST PUT DELETE PATCH HEAD OPTIONS": (word: string) => `request ${word} to the cart came in`,
      "true false yes no on off": (word: string) => `mirroring of the cart was set to ${word}`,
      "IOException SQLException TimeoutError ECONNREFUSED ECONNRESET": (word: string) =>
        `the call ended with ${word} in the cart`,
      "created paid packed shipped returned lost": (word: string) =>
        `{"level":"info","event":"order.${word}","id":7,"cart":1}`,
    };
    for (const [each, message] of Object.entries(words)) {
      expect(templatesOf(...each.split(" ").map(message))).to.have.length(each.split(" ").length);
    }
  });

  it("as a person would sort the lines of everyday software", () => {
    const kinds = [
      ["worker process 31 exited with code 0", "worker process 7 exited with code 1"],
      ["worker process 31 exited on signal 9"],
      [
        'level=info ts=2026-03-01T10:00:00Z caller=a.go:17 msg="cache miss" key=user:1',
        'level=info ts=2026-03-01T10:00:01Z caller=a.go:17 msg="cache miss" key=user:22',
      ],
      ['level=info ts=2026-03-01T10:00:00Z caller=a.go:17 msg="cache evicted" key=user:1'],
      [
        '{"level":"error","msg":"connect ECONNREFUSED 10.0.0.1:80","code":"ECONNREFUSED"}',
        '{"level":"error","msg":"connect ECONNREFUSED 10.0.0.2:81","code":"ECONNREFUSED"}',
      ],
      ['{"level":"error","msg":"read ECONNRESET","code":"ECONNRESET"}'],
      ["\tat com.shop.Cart.add(Cart.java:17)", "\tat com.shop.Cart.add(Cart.java:212)"],
      ["\tat com.shop.Order.place(Order.java:17)"],
      ["java.io.IOException: Connection reset by peer"],
      ["java.lang.NullPointerException: null"],
      ["checkpoint starting: time"],
      ["checkpoint starting: wal"],
      [
        "Readiness probe failed: HTTP probe failed with statuscode: 503",
        "Readiness probe failed: HTTP probe failed with statuscode: 500",
      ],
      ["Started container web-7f9c6d5b8d-x2x4z", "Started container web-5b8d7f9c6d-q8w7r"],
      [
        "Task tasks.mail[6f1c1c1e-8a1b-4b7e-9d0e-1f2a3b4c5d6e] received",
        "Task tasks.mail[0f1c1c1e-8a1b-4b7e-9d0e-1f2a3b4c5d6e] received",
      ],
      ["Task tasks.mail[6f1c1c1e-8a1b-4b7e-9d0e-1f2a3b4c5d6e] succeeded in 0.2s: None"],
      ["eth0: link up, 1000Mbps", "eth1: link up, 100Mbps"],
      ["eth0: link down"],
    ];
    const set = createTemplateSet();
    const found = kinds.map((messages) => new Set(mine(set, ...messages)));
    for (const [index, names] of found.entries()) expect([...names], kinds[index]?.[0]).to.have.length(1);
    expect(new Set(found.flatMap((names) => [...names])).size).to.equal(kinds.length);
  });
});

describe("Patterns", () => {
  it("that turn out to be one go on as the oldest, and their names lead to it", () => {
    const set = createTemplateSet();
    const named = mine(set, ...PEOPLE.map((name) => `account of user ${name} is locked`));
    expect(new Set(named).size).to.be.greaterThan(1);
    const stored = decodeTemplateSet(JSON.parse(encodeTemplateSet(set)));
    for (const each of [set, stored]) {
      expect(new Set(named.map((name) => each.ids.get(name)?.fingerprint))).to.deep.equal(new Set([named[0]]));
    }
  });

  it("that were not used longest leave when there are too many", () => {
    const set = createTemplateSet();
    const messages = ["alpha is gone", "bravo was lost now", "charlie", "delta delta delta delta delta"];
    for (const [at, message] of messages.entries()) matchTemplate(set, message, at + 1, 3);
    expect([...set.templates.values()].map(templateText)).to.deep.equal(messages.slice(1));
    expect(set.overflowAt).to.equal(4);
  });

  const pieces = fc.constantFrom(
    ...[
      "user",
      "anna",
      "17",
      "of",
      "GET",
      "/a/b",
      "k=v",
      "k=",
      '"x"',
      "10:00:00",
      "5 KB",
      "a.b.c",
      "node-7",
      "[1, 2]",
      "é",
      "\u0000",
      "\ud800",
      "`",
    ],
  );
  const messages = fc.array(
    fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((each) => each.join(" ")),
      fc.string({ maxLength: 80 }),
    ),
    { maxLength: 60 },
  );

  it("are the same after they were stored and read, at any point", () => {
    fc.assert(
      fc.property(messages, fc.nat(60), (all, stop) => {
        const straight = createTemplateSet();
        let interrupted = createTemplateSet();
        for (const [at, message] of all.entries()) {
          if (at === stop) interrupted = decodeTemplateSet(JSON.parse(encodeTemplateSet(interrupted)));
          const [one, other] = [straight, interrupted].map((set) => matchTemplate(set, message, at, 20));
          for (const pattern of [one, other]) if (pattern) pattern.lastAt = at;
          for (const { templates: patterns } of [straight, interrupted])
            for (const pattern of patterns.values()) pattern.json = null;
          expect(other?.fingerprint).to.equal(one?.fingerprint);
        }
        expect(encodeTemplateSet(interrupted)).to.equal(encodeTemplateSet(straight));
      }),
    );
  });

  it("take whatever comes: a message that comes again is of the kind that it was, under whatever name, and all is bounded", () => {
    fc.assert(
      fc.property(messages, (all) => {
        const set = createTemplateSet();
        for (const [at, message] of all.entries()) {
          const first = matchTemplate(set, message, at, 20);
          const again = matchTemplate(set, message, at, 20);
          expect(again).to.equal(first);
          expect(set.templates.size).to.be.at.most(20);
          expect(set.templates.get(first.id)).to.equal(first);
          expect(templateText(first)).to.satisfy((text: string) => text.isWellFormed() && text.length < 800);
        }
        const names = [...set.templates.values()].flatMap(({ fingerprint, aliases }) => [fingerprint, ...aliases]);
        expect(new Set(names).size).to.equal(names.length);
        const ids = [...set.templates.keys()];
        expect([...set.shapes.values()].map(({ id }) => id).sort()).to.deep.equal(ids.sort());
        expect(
          [...set.lengths.values()]
            .flat()
            .map(({ id }) => id)
            .sort(),
        ).to.deep.equal(ids);
      }),
    );
  });

  it("keep what is known of their occurrences, whatever joins them that only a backfill showed", () => {
    for (const isFirst of [true, false]) {
      const set = createTemplateSet();
      const shown = () => mine(set, "account of user anna is locked", "account of user ben is locked");
      if (isFirst) shown();
      const live = matchTemplate(set, "account of user carl is locked", 50);
      live.count = 7;
      live.statistics.slots = 300;
      if (!isFirst) shown();
      const united = matchTemplate(set, "account of user dora is locked", 60);
      expect([...set.templates.values()]).to.deep.equal([united]);
      expect(united).to.include({ count: 7, firstAt: 50, lastAt: 50 });
      expect(united.statistics).to.include({ slots: 300, isListed: false });
    }
  });

  it("keep count of every message and every character, whichever of them turn out to be one", () => {
    const known = ["host seen of anna of", "emil seen of 17 of", "0xff seen of user of"];
    const words = fc.constantFrom(
      ..."the user of was seen at host anna ben carl a.b x_y 17 0xff k=v k=17 'q' gone".split(" "),
    );
    const alike = fc
      .array(words, { minLength: 2, maxLength: 7 })
      .chain((plain) => fc.array(fc.tuple(...plain.map((word) => fc.oneof(fc.constant(word), words)))))
      .map((each) => each.map((message) => message.join(" ")));
    fc.assert(
      fc.property(alike, (all) => {
        const set = createTemplateSet();
        for (const [at, message] of all.entries()) matchTemplate(set, message, at).count++;
        const found = [...set.templates.values()];
        expect(found.reduce((sum, { count }) => sum + count, 0)).to.equal(all.length);
        expect(set.chars).to.equal(createTemplateSet(found).chars);
      }),
      { numRuns: 500, examples: [[known]] },
    );
  });

  it("are bounded by the length of what comes", () => {
    const bombs = [
      "a".repeat(262_144),
      "1".repeat(262_144),
      "a=".repeat(131_072),
      "/a".repeat(131_072),
      `"'`.repeat(131_072),
    ];
    for (const bomb of [...bombs, "a1-".repeat(80_000), "1e".repeat(9_000), "a0:".repeat(9_000), "[1 ".repeat(9_000)]) {
      expect(tokenizeMessage(bomb).tokens.join(" ").length).to.be.at.most(600);
      expect(templateOf(bomb)?.length).to.be.at.most(800);
    }
  });
});
