import { appendFileSync } from "node:fs";
import { expect } from "chai";
import { createDaemonProcess, type DaemonProcess } from "./daemon-process.ts";
import { logLines } from "./log-lines.ts";
import { allEvents, deadLetters, difference, eventWith, someEvents } from "./stored-events.ts";
import { createSyslogNg, type SyslogNg, whatIsMissing } from "./syslog-ng.ts";

/** As many as the example puts into one batch: what may be sent twice when an answer is lost. */
const BATCH_LINES = 500;
const missing = whatIsMissing();

const append = (syslogNg: SyslogNg, lines: readonly string[]): void =>
  appendFileSync(syslogNg.file, lines.map((line) => `${line}\n`).join(""));

/** What the example calls a plain line. */
const levelOf = (line: string): string => {
  if (/\b(?:FATAL|CRITICAL|PANIC|EMERG)\b|\blevel=(?:fatal|crit|panic)/.test(line)) return "fatal";
  if (/\b(?:ERROR|SEVERE)\b|\blevel=err/.test(line)) return "error";
  if (/\b(?:WARN|WARNING)\b|\blevel=warn/.test(line)) return "warn";
  return /\b(?:TRACE|DEBUG)\b|\blevel=(?:trace|debug)\b/.test(line) ? "debug" : "info";
};

describe(`syslog-ng with the configuration of examples/syslog-ng${missing === undefined ? "" : `: pending, ${missing}`}`, function () {
  this.timeout(60_000);
  const lines = missing === undefined ? logLines() : [];
  const half = Math.ceil(lines.length / 2);
  let daemon: DaemonProcess;
  let syslogNg: SyslogNg;

  before(async function () {
    if (missing !== undefined) return this.skip();
    daemon = await createDaemonProcess();
    await daemon.start();
  });
  afterEach(() => syslogNg?.remove());
  after(() => daemon?.remove());

  it("delivers every line once, with its level, its host and its file", async () => {
    syslogNg = createSyslogNg(daemon.ingest, "plain");
    append(syslogNg, [...lines, "lastline1"]);
    await syslogNg.start();
    await eventWith(daemon, "plain", "lastline1");
    const events = await allEvents(daemon, "plain");
    const shown = events.map(({ level, message }) => `${level} ${message}`);
    const sent = [...lines, "lastline1"].map((line) => `${levelOf(line)} ${line}`);
    expect(difference(sent, shown)).to.deep.equal({ missing: [], extra: [] });
    expect(events[0]?.service).to.equal("shipped");
    expect(events[0]?.metadata).to.include({ file: syslogNg.file, source: "syslog-ng", env: "production" });
  });

  it("loses and doubles nothing when the daemon is stopped and started again in the middle", async () => {
    syslogNg = createSyslogNg(daemon.ingest, "stopped");
    append(syslogNg, lines.slice(0, half));
    await syslogNg.start();
    await someEvents(daemon, "stopped");
    await daemon.end("SIGTERM");
    append(syslogNg, [...lines.slice(half), "lastline2"]);
    await daemon.start();
    await eventWith(daemon, "stopped", "lastline2");
    const there = (await allEvents(daemon, "stopped")).map(({ message }) => message);
    expect(difference([...lines, "lastline2"], there)).to.deep.equal({ missing: [], extra: [] });
  });

  it("loses nothing when the daemon is killed in the middle, and doubles at most the batch whose answer was lost", async () => {
    syslogNg = createSyslogNg(daemon.ingest, "killed");
    append(syslogNg, lines.slice(0, half));
    await syslogNg.start();
    await someEvents(daemon, "killed");
    await daemon.end("SIGKILL");
    append(syslogNg, [...lines.slice(half), "lastline3"]);
    await daemon.start();
    await eventWith(daemon, "killed", "lastline3");
    const there = (await allEvents(daemon, "killed")).map(({ message }) => message);
    const { missing: lost, extra } = difference([...lines, "lastline3"], there);
    expect(lost).to.deep.equal([]);
    expect(extra.length).to.be.at.most(BATCH_LINES);
  });

  it("keeps what it hasn't delivered over its own restart while the daemon is away", async () => {
    syslogNg = createSyslogNg(daemon.ingest, "buffered");
    await daemon.end("SIGTERM");
    append(syslogNg, lines.slice(0, 2000));
    await syslogNg.start();
    await syslogNg.stop();
    append(syslogNg, ["lastline4"]);
    await syslogNg.start();
    await daemon.start();
    await eventWith(daemon, "buffered", "lastline4");
    const there = (await allEvents(daemon, "buffered")).map(({ message }) => message);
    expect(difference([...lines.slice(0, 2000), "lastline4"], there)).to.deep.equal({ missing: [], extra: [] });
  });

  it("goes on past events that the daemon refuses, which become dead letters", async () => {
    syslogNg = createSyslogNg(daemon.ingest, "refused");
    const bad = [
      { level: "deafening", message: "a level that nobody knows" },
      { timestamp: "yesterday", message: "a time that is none" },
      { service: " ", message: "a service without a name" },
    ];
    const good = [
      { level: "Critical", msg: "disk is \u0001\u001b[31mfull", service: "cart-api", traceId: "4bf92f3577b34da6" },
      { level: "notice", message: "said last", timestamp: new Date().toISOString(), service: "cart-api" },
    ];
    const plain = lines.slice(0, 100);
    append(syslogNg, [
      ...plain.slice(0, 50),
      ...[...bad, ...good].map((each) => JSON.stringify(each)),
      ...plain.slice(50),
      "lastline5",
    ]);
    await syslogNg.start();
    await eventWith(daemon, "refused", "lastline5");
    const events = await allEvents(daemon, "refused");
    const fromJson = events.filter(({ service }) => service === "cart-api");
    expect(fromJson.map(({ level, message }) => [level, message])).to.have.deep.members([
      ["fatal", "disk is \u0001\u001b[31mfull"],
      ["info", "said last"],
    ]);
    expect(fromJson.find(({ level }) => level === "fatal")?.traceId).to.equal("4bf92f3577b34da6");
    const there = events.filter(({ service }) => service === "shipped").map(({ message }) => message);
    expect(difference([...plain, "lastline5"], there)).to.deep.equal({ missing: [], extra: [] });
    const kept = await deadLetters(daemon, "refused", bad.length);
    expect(kept.map(({ payload }) => payload["message"])).to.have.members(bad.map(({ message }) => message));
  });
});
