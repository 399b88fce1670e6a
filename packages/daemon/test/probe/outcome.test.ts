import { expect } from "chai";
import { failed, succeeded } from "../../src/probe/outcome.ts";
import type { ProbeOutput } from "../../src/probe/prober.ts";

const output = (text: string, given: Partial<ProbeOutput> = {}): ProbeOutput => ({
  text,
  truncated: false,
  findings: [],
  ...given,
});
const logs = (text: string, bytesMax = 1_000_000) => succeeded("getPodLogs", output(text), bytesMax);

describe("what is kept of a tool's output", () => {
  it("is without what moves a terminal, hides, or turns the text around; lines and tabs stay", () => {
    const { text } = logs("a\u001b[31;1mred\u001b[0m\tb\r\nc\rd\u0000\u0007\u009b2J\u202ee\u200bf\ufeff\ud800");
    expect(text).to.equal("ared\tb\ncdef\ufffd");
  });

  it("is redacted after control characters went, so that none can hide a secret", () => {
    const { text, summary, keyPatterns, preview } = succeeded(
      "getPodLogs",
      output("ERROR pass\u0001word=hunter2swordfish", { findings: ["tok\u200ben: hunter2swordfish was seen"] }),
      1000,
    );
    for (const kept of [text, summary, preview, keyPatterns.join()]) expect(kept).to.not.include("hunter2");
  });

  for (const [what, hidden] of [
    ["a soft hyphen", "\u00ad"],
    ["a joiner that isn't seen", "\u034f"],
    ["a filler", "\u3164"],
    ["a variation selector", "\ufe0f"],
    ["a tag", "\u{e0041}"],
  ] as const) {
    it(`holds no secret behind ${what}, and no text written in such`, () => {
      expect(logs(`pass${hidden}word=hunter2swordfish ok${hidden}`).text).to.equal("password=[redacted] ok");
    });
  }

  it("is cut between characters, and says so", () => {
    const { text, truncated, summary } = succeeded("describePod", output("a🦋🦋🦋"), 9);
    expect(text).to.equal("a🦋🦋");
    expect(truncated).to.equal(true);
    expect(summary).to.include("cut");
    expect(logs("🦋🦋", 8)).to.include({ text: "🦋🦋", truncated: false });
    expect(succeeded("getPodLogs", output("x", { truncated: true }), 8).truncated).to.equal(true);
  });

  it("of logs is cut from the old end, between lines where there are several", () => {
    expect(logs("old\nnewer\nnewest", 12)).to.include({ text: "newer\nnewest", truncated: true });
    expect(logs("old\nnewer\nnewest", 11)).to.include({ text: "newest", truncated: true });
    expect(logs("a🦋🦋🦋", 9)).to.include({ text: "🦋🦋", truncated: true });
    expect(logs(`a\nb password=x1\n${"z".repeat(10)}`, 25).text).to.equal("z".repeat(10));
  });

  it("is summed up by what the prober found, else by its lines", () => {
    const found = succeeded("describePod", output("x", { findings: ["It was killed.", "It\nrestarts."] }), 100);
    expect(found.summary).to.equal("It was killed. It restarts.");
    expect(logs("ok\nERROR a\n\nok").summary).to.equal("3 lines, 1 of which sounds like trouble.");
    expect(logs("ok").summary).to.equal("1 line, 0 of which sound like trouble.");
    expect(logs(" \n").summary).to.equal("There is no output.");
    const many = succeeded("describePod", output("x", { findings: Array(100).fill("y".repeat(1000)) }), 100);
    expect(many.summary.length).to.be.at.most(500);
  });

  it("begins with a preview of four KiB", () => {
    const { preview, text } = logs("ü".repeat(5000));
    expect(Buffer.byteLength(preview as string)).to.equal(4096);
    expect(text?.startsWith(preview as string)).to.equal(true);
  });

  it("of a failure is its reason on one line, bounded and without secrets", () => {
    const { error, summary, status } = failed(`The cluster said:\n password=hunter2swordfish ${"x".repeat(1000)}`);
    expect(status).to.equal("failed");
    expect(summary).to.equal(error);
    expect(error).to.not.match(/hunter2|\n/);
    expect(error?.length).to.be.at.most(500);
    expect(failed("\u0000").error).to.not.equal("");
  });
});

describe("key patterns", () => {
  const of = (...lines: string[]): readonly string[] => logs(lines.join("\n")).keyPatterns;

  it("are what sounds like trouble, the most frequent first, without what varies", () => {
    const lines = [
      ...Array.from({ length: 3 }, (_, n) => `connection to 10.0.0.${n} refused`),
      ...Array.from({ length: 5 }, (_, n) => `ERROR order ${n} failed after ${n * 7} ms`),
      ...Array.from({ length: 50 }, (_, n) => `GET /orders/${n} 200`),
    ];
    expect(of(...lines)).to.deep.equal(["ERROR order <num> failed after <num> ms", "connection to <ip> refused"]);
  });

  it("are errors by their names too", () => {
    const named = ["java.lang.NullPointerException: order", "ValueError: bad literal"];
    expect(of("served", "mirror is in step", ...named)).to.include.members(named);
    expect(logs(`0 errors\n${named.join("\n")}`).summary).to.equal("3 lines, 2 of which sound like trouble.");
  });

  it("of logs are also kinds that came up late, the rarest first", () => {
    const lines = [
      "starting",
      ...Array.from({ length: 40 }, (_, n) => `served request ${n}`),
      "leader moved to node 3",
      ...Array.from({ length: 2 }, (_, n) => `configuration ${n} was read again`),
    ];
    expect(of(...lines)).to.deep.equal(["leader moved to node <num>", "configuration <num> was read again"]);
    expect(succeeded("describePod", output(lines.join("\n")), 10_000).keyPatterns).to.deep.equal([]);
  });

  it("are at most ten of two hundred characters, whatever the output holds", () => {
    const words = (n: number): string =>
      n.toString().replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] as string);
    const patterns = of(...Array.from({ length: 5000 }, (_, n) => `error ${words(n)} ${`${words(n)} `.repeat(80)}`));
    expect(patterns).to.have.length.within(1, 10);
    for (const pattern of patterns) expect([...pattern].length).to.be.at.most(200);
  });
});
