import { expect } from "chai";
import { createCollector } from "../../src/diagnose/gather/collect.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { LogEvent, LogLevel } from "../../src/model/telemetry.ts";
import { grid, log, pictureOf } from "./gather-requests-samples.ts";

/** A request that the shop hands on to payments, which takes so long. */
const request = (minute: number, trace: string, takes: number): LogEvent[] => [
  log(minute * MINUTE_MS, "shop", "order received", { trace }),
  log(minute * MINUTE_MS + takes, "payments", "card charged", { trace }),
  log(minute * MINUTE_MS + takes + 5, "shop", "order confirmed", { trace }),
];

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
