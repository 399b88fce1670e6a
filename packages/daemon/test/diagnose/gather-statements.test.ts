import { expect } from "chai";
import { createCollector } from "../../src/diagnose/gather/collect.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { LogEvent } from "../../src/model/telemetry.ts";
import { at, grid, log, pictureOf } from "./gather-requests-samples.ts";

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
