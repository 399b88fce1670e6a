import { expect } from "chai";
import { createCollector } from "../../src/diagnose/gather/collect.ts";
import type { Grid } from "../../src/diagnose/gather/incident-picture.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { LogEvent, LogLevel } from "../../src/model/telemetry.ts";

const START = Date.parse("2026-03-01T10:00:00Z");
const grid: Grid = { start: START, step: MINUTE_MS, count: 60 };

interface Said {
  readonly trace?: string;
  readonly level?: LogLevel;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const log = (
  at: number,
  service: string,
  message: string,
  { trace, level = "info", metadata }: Said = {},
): LogEvent => ({
  kind: "log",
  id: uuidv7(START + at),
  organizationId: "default",
  receivedAt: START,
  timestamp: START + at,
  service,
  level,
  message,
  ...(trace !== undefined && { traceId: trace }),
  ...(metadata && { metadata }),
});

const pictureOf = (events: readonly LogEvent[], weightOf: (event: LogEvent) => number = () => 1) => {
  const collector = createCollector(grid);
  for (const event of events) collector.add(event, weightOf(event));
  return collector.picture();
};

/** A request that the shop hands on to payments, which takes so long. */
const request = (minute: number, trace: string, takes: number): LogEvent[] => [
  log(minute * MINUTE_MS, "shop", "order received", { trace }),
  log(minute * MINUTE_MS + takes, "payments", "card charged", { trace }),
  log(minute * MINUTE_MS + takes + 5, "shop", "order confirmed", { trace }),
];

const at = (place: string, line: number) => ({ metadata: { "code.file.path": place, "code.line.number": line } });

describe("Requests by their traces", () => {
  it("tell how long they take from one service to the next, in whatever order their messages come", () => {
    const events = [...request(1, "a", 20), ...request(1, "b", 40), ...request(3, "c", 900)];
    const { hops } = pictureOf(events.toReversed());
    expect(hops.map(({ from, to }) => `${from} ${to}`)).to.deep.equal(["payments shop", "shop payments"]);
    const there = hops[1];
    expect([...(there?.values ?? [])].slice(0, 5)).to.deep.equal([Number.NaN, 30, Number.NaN, 900, Number.NaN]);
    const charged = events.filter(({ message }) => message === "card charged");
    expect(there?.eventIds.slice(1, 4)).to.deep.equal([charged[1]?.id, "", charged[2]?.id]);
  });

  it("tell what comes right before each kind of message, and how often", () => {
    const refused = [
      log(5 * MINUTE_MS, "shop", "order received", { trace: "r" }),
      log(5 * MINUTE_MS + 3, "shop", "order confirmed", { trace: "r" }),
    ];
    const { patterns } = pictureOf([
      ...request(1, "a", 20),
      ...request(2, "b", 20),
      ...request(3, "c", 20),
      ...refused,
    ]);
    const [received, charged, confirmed] = ["order received", "card charged", "order confirmed"].map((template) =>
      patterns.find((pattern) => pattern.template === template),
    );
    expect(received?.follows).to.deep.equal([]);
    expect(charged?.follows).to.deep.equal([{ eventId: received?.eventId, share: 1 }]);
    expect(confirmed?.follows).to.deep.equal([
      { eventId: charged?.eventId, share: 0.75 },
      { eventId: received?.eventId, share: 0.25 },
    ]);
  });

  it("pass over a service of which a sample was read", () => {
    const { hops } = pictureOf([...request(1, "a", 20), ...request(2, "b", 20)], ({ service }) =>
      service === "payments" ? 3 : 1,
    );
    expect(hops.map(({ from, to, values }) => [from, to, values[1]])).to.deep.equal([["shop", "shop", 25]]);
  });

  it("say nothing where messages name no trace, or one of zeros", () => {
    for (const trace of [undefined, "", "0".repeat(32), "00000000-0000-0000-0000-000000000000"]) {
      const said = trace === undefined ? {} : { trace };
      const { hops, patterns } = pictureOf([
        log(0, "shop", "order received", said),
        log(10, "payments", "card charged", said),
      ]);
      expect(hops).to.deep.equal([]);
      expect(patterns.map(({ follows }) => follows)).to.deep.equal([[], []]);
    }
  });

  it("are bounded, however many there are and however long", () => {
    const collector = createCollector(grid);
    for (let many = 0; many < 30_000; many += 1) {
      collector.add(log(many, "shop", "order received", { trace: `trace ${many}` }));
      collector.add(log(many, "shop", "tick", { trace: "endless" }));
    }
    const { hops } = collector.picture();
    expect(hops).to.have.length(1);
    expect(hops[0]?.values.length).to.equal(grid.count);
  });
});

describe("Services that messages of trouble name", () => {
  const namesIn = (messages: readonly string[], level: LogLevel = "error") => {
    const collector = createCollector(grid, ["shop", "pay", "ledger", "ledger-archive", "a.b+c"]);
    for (const [ms, message] of messages.entries()) collector.add(log(ms, "shop", message, { level }));
    return collector.picture().patterns.map(({ names }) => names);
  };

  it("are told where all messages of a kind name one, whichever", () => {
    const said = ["ledger", "ledger-archive", "Ledger", "LEDGER"].map(
      (name) => `found no instance of the service ${name} right now`,
    );
    expect(namesIn(said)).to.deep.equal([["ledger", "ledger-archive"]]);
    expect(namesIn([...said, "found no instance of the service none right now"])).to.deep.equal([[]]);
  });

  it("are other services, by whole names, and none that is a short word", () => {
    expect(namesIn(["shop refused to pay the ledgers of axb+c"])).to.deep.equal([[]]);
    expect(namesIn(["lost the connection to a.b+c"])).to.deep.equal([["a.b+c"]]);
  });

  it("are looked for in trouble alone", () => {
    expect(namesIn(["asking ledger"], "info")).to.deep.equal([[]]);
  });
});

describe("Messages by the statement that wrote them", () => {
  const templates = (events: readonly LogEvent[]) => pictureOf(events).patterns.map(({ template }) => template);

  it("are one kind, however they differ", () => {
    const said = ["train GaoTie found", "train ZhiDa found at once", "train DongChe found"];
    expect(templates(said.map((message, ms) => log(ms, "trains", message, at("Train.java", 12))))).to.deep.equal([
      "train <*>",
    ]);
  });

  it("are kept apart from those of another, however alike", () => {
    const lines = [12, 40, 12, 40, 12, 40, 12, 40];
    const events = lines.map((line, minute) =>
      log(minute * MINUTE_MS, "trains", "seat requested", at("Train.java", line)),
    );
    expect(templates(events)).to.deep.equal(["seat requested", "seat requested"]);
  });

  it("are told by their text where they tell of trouble", () => {
    const failures = ["connection refused by the ledger", "card declined"];
    const events = failures.map((message, ms) =>
      log(ms, "shop", message, { ...at("Handler.java", 9), level: "error" }),
    );
    expect(templates(events)).to.deep.equal(failures);
  });

  it("stay one kind when a deployment moves the statement to another line", () => {
    const before = Array.from({ length: 30 }, (_, minute) => minute);
    const events = [
      ...before.map((minute) => log(minute * MINUTE_MS, "trains", "seat requested", at("Train.java", 12))),
      ...before.map((minute) => log((minute + 30) * MINUTE_MS, "trains", "seat requested", at("Train.java", 15))),
    ];
    const { patterns } = pictureOf(events);
    expect(patterns).to.have.length(1);
    expect([...(patterns[0]?.counts ?? [])]).to.deep.equal(new Array(60).fill(1));
  });

  it("are read from what loggers call the place, and left alone where they don't", () => {
    const places: readonly Record<string, unknown>[] = [
      { caller: "server/handler.go:42" },
      { logger_name: "shop.Orders", caller_line_number: 42 },
      { pathname: "/app/orders.py", lineno: 42 },
    ];
    for (const metadata of places) {
      const events = ["a b c", "d e f"].map((message, ms) => log(ms, "shop", message, { metadata }));
      expect(templates(events), JSON.stringify(metadata)).to.have.length(1);
    }
    const others: readonly Record<string, unknown>[] = [
      { caller: "nobody" },
      { logger_name: "shop.Orders" },
      { file: 7, line: "x" },
      { file: "orders.py", line: { toString: "42" } },
    ];
    for (const metadata of others) {
      const events = ["a b c", "d e f"].map((message, ms) => log(ms, "shop", message, { metadata }));
      expect(templates(events), JSON.stringify(metadata)).to.have.length(2);
    }
  });

  it("leave room for others, however many statements one service names", () => {
    const collector = createCollector(grid);
    for (let line = 0; line < 8000; line += 1)
      collector.add(log(line, "loud", `word${"x".repeat(line % 50)}`, at("a.js", line)));
    collector.add(log(9000, "quiet", "order received", at("b.js", 1)));
    const { patterns } = collector.picture();
    expect(patterns.length).to.be.at.most(1000);
    expect(patterns.filter(({ service }) => service === "quiet")).to.have.length(1);
  });
});
