import { expect } from "chai";
import { createCollector } from "../../src/diagnose/gather/collect.ts";
import type { Grid } from "../../src/diagnose/gather/incident-picture.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { LogEvent, LogLevel } from "../../src/model/telemetry.ts";

const START = Date.parse("2026-03-01T10:00:00Z");
const grid: Grid = { start: START, step: MINUTE_MS, count: 10 };

const log = (minute: number, message: string, level: LogLevel = "error", service = "checkout"): LogEvent => ({
  kind: "log",
  id: uuidv7(START + minute * MINUTE_MS),
  organizationId: "default",
  receivedAt: START,
  timestamp: START + minute * MINUTE_MS,
  service,
  level,
  message,
});

const templateOf = (...messages: string[]): string | undefined => {
  const collector = createCollector(grid);
  for (const message of messages) collector.add(log(1, message));
  return collector.picture().patterns[0]?.template;
};

describe("Telemetry as patterns and series", () => {
  it("counts messages of one kind in the steps they fall into, in whatever order they come", () => {
    const first = log(2, "payment 17 failed after 30ms");
    const collector = createCollector(grid);
    for (const event of [log(5, "payment 18 failed after 31ms"), first, log(5.5, "payment 19 failed after 2ms")]) {
      collector.add(event);
    }
    const [pattern, ...others] = collector.picture().patterns;
    expect(others).to.deep.equal([]);
    expect([...(pattern?.counts ?? [])]).to.deep.equal([0, 0, 1, 0, 0, 2, 0, 0, 0, 0]);
    expect(pattern).to.include({
      eventId: first.id,
      service: "checkout",
      level: "error",
      template: "payment <num> failed after <num>ms",
      firstAt: START + 2 * MINUTE_MS,
      lastAt: START + 5.5 * MINUTE_MS,
    });
  });

  it("holds services and levels apart, and passes over what lies outside the grid", () => {
    const collector = createCollector(grid);
    collector.add(log(1, "disk full", "error"));
    collector.add(log(1, "disk full", "warn"));
    collector.add(log(1, "disk full", "error", "cart"));
    collector.add(log(-0.1, "disk full", "error", "late"));
    collector.add(log(10, "disk full", "error", "early"));
    const found = collector.picture().patterns.map(({ service, level }) => `${service} ${level}`);
    expect(found.sort()).to.deep.equal(["cart error", "checkout error", "checkout warn"]);
  });

  it("makes one pattern of kinds that turn out to differ in a value", () => {
    const collector = createCollector(grid);
    const names = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"];
    for (const [minute, name] of names.entries()) collector.add(log(minute, `no route to host ${name}`));
    const { patterns } = collector.picture();
    expect(patterns.map(({ template }) => template)).to.deep.equal(["no route to host <*>"]);
    expect([...(patterns[0]?.counts ?? [])]).to.deep.equal(new Array(10).fill(1));
  });

  it("names what varies by its type and keeps the punctuation", () => {
    expect(
      templateOf("2026-03-01T10:00:00.123Z [worker-3] GET /api/v2/users/17 status=503 from 10.0.0.7:5432 in 12.5ms"),
    ).to.equal("<time> [worker-<num>] GET <path> status=<num> from <ip> in <num>ms");
    expect(
      templateOf("user ada@example.org, request 3f2504e0-4f89-11d3-9a0c-0305e82c3301: commit 9fceb02d0ae5"),
    ).to.equal("user <email>, request <uuid>: commit <hex>");
    expect(templateOf("calling https://user:pw@pay.example.com/v1?a=1&b=secret took too long")).to.equal(
      "calling <url> took too long",
    );
    expect(templateOf("calling https://ada.lovelace:pw@pay.example.com/ took too long")).to.equal(
      "calling <url>/ took too long",
    );
    expect(templateOf("calling http://10.0.0.7/v1 took too long")).to.equal("calling <url> took too long");
    expect(templateOf("calling https://acme-17.example.com/v1 took too long")).to.equal("calling <url> took too long");
    expect(templateOf("ids 1, 2, 3, 4")).to.equal("ids <num>");
    expect(templateOf("no answer after 10000 ms (attempt 3)")).to.equal("no answer after <num> ms (attempt <num>)");
  });

  it("names the host of an address where all messages of a kind have the same", () => {
    const kindsOf = (...hosts: string[]) => {
      const collector = createCollector(grid);
      for (const [minute, host] of hosts.entries())
        collector.add(log(minute, `POST https://${host}/v1/charges timed out after 10${minute} ms`));
      return collector.picture().patterns.map(({ template }) => template);
    };
    const shown = "POST api.example.com/<path> timed out after <num> ms";
    expect(kindsOf("api.example.com", "api.example.com", "api.example.com")).to.deep.equal([shown]);
    expect(kindsOf("api.example.com", "ada.example.org")).to.deep.equal([shown.replace(/api\S+/, "<url>")]);
  });

  it("masks secrets and shows nothing that moves a terminal or turns the text around", () => {
    expect(templateOf("login with password=hunter refused")).to.equal("login with password=[redacted] refused");
    expect(templateOf("a\u001b[31mred\u202e \u0000text\u200b <num> \u2028end")).to.match(/^[\x20-\x7e]+$/);
    expect(templateOf("x".repeat(32_000))).to.have.length.at.most(400);
    expect(templateOf("word ".repeat(8_000))).to.have.length.at.most(400);
  });

  it("counts by weight", () => {
    const collector = createCollector(grid);
    collector.add(log(1, "slow query"), 12.5);
    collector.add(log(1, "slow query"), 12.5);
    expect(collector.picture().patterns[0]?.counts[1]).to.equal(25);
  });

  it("keeps what is frequent when ten thousand kinds come, and says that others were left out", () => {
    const collector = createCollector(grid);
    const words = (n: number): string => n.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "");
    for (let n = 0; n < 10_000; n++) {
      collector.add(log(n % 10, `${words(n)} ${words(n * 7)} ${words(n * 13)}`));
      if (n % 50 === 0) collector.add(log(n % 10, "connection pool exhausted"));
    }
    const { patterns, omitted } = collector.picture();
    expect(patterns).to.have.length.at.most(300);
    const pool = patterns.find(({ template }) => template === "connection pool exhausted");
    expect(pool?.counts.reduce((sum, each) => sum + each, 0)).to.equal(200);
    expect(omitted.join()).to.match(/About \d+ log messages are of kinds too rare to be listed/);
  });
});
