import type { DeadLetter, StoredEvent } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { deadLetterDetails, deadLetterListing, eventDetails, eventListing } from "../src/format/event.ts";
import { listTable } from "../src/format/listing.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";

const common = {
  id: "0198c1da-0000-7000-8000-00000000ee01",
  organizationId: "acme",
  receivedAt: "2026-11-20T08:00:01.000Z",
  service: "checkout",
  timestamp: "2026-11-20T08:00:00.000Z",
} as const;
const log: StoredEvent = {
  ...common,
  kind: "log",
  level: "error",
  message: "TypeError: no price\u001b[2J\n    at checkout.ts:12:4 in a line that is longer than forty cells",
  traceId: "t-1",
  spanId: null,
  metadata: { env: "production", order: { id: 7, items: ["a", "b"] } },
};
const metric: StoredEvent = {
  ...common,
  kind: "metric",
  name: "http.latency",
  value: 120,
  unit: "ms",
  labels: { a: "b" },
};
const deployment: StoredEvent = {
  ...common,
  kind: "deployment",
  version: "1.4.2",
  environment: "production",
  gitHash: "9fceb02",
  metadata: null,
};
const deadLetter: DeadLetter = {
  id: "0298c1da-0000-7000-8000-00000000dd01",
  organizationId: "acme",
  kind: "log",
  receivedAt: "2026-11-20T08:00:00.000Z",
  reason: "Invalid log event: /level must be one of debug, info, warn, error, fatal",
  attempts: 0,
  payload: { service: "checkout", level: "loud\u202e", nested: { list: [1, 2] } },
};
const other = { ...deadLetter, id: deadLetter.id.replace("0298", "0398") };

describe("commands about telemetry", () => {
  const fake = fakeSession();

  it("logs show prints a full event by short id", async () => {
    await fake.serve({ "GET /events/search": json([log]), [`GET /events/${log.id}`]: json(log) });
    const { stdout } = await fake.run("logs show 0198c1");
    expect(stdout).to.contain("TypeError: no price").and.contain("checkout.ts:12:4").and.contain('order: {"id":7');
    expect(stdout).not.to.contain("\u001b");
  });

  it("logs search lists events with ids with -o", async () => {
    await fake.serve({ "GET /events/search": json([log, metric, deployment]) });
    const { stdout } = await fake.run("logs search --since 1h -o csv");
    expect(stdout.split("\n")[0]).to.equal("id,timestamp,level,service,content,kind,traceId,patternId");
    expect(stdout).to.contain("http.latency 120 ms").and.contain("1.4.2 to production (9fceb02)");
  });

  for (const width of [40, 80, 200]) {
    it(`their lists and pages fit ${width} cells`, () => {
      const layout = { width, now: Date.parse("2026-11-20T09:00:00Z"), paint: plainPaint };
      const text = [
        listTable(eventListing([log, { ...metric, id: other.id }]), layout),
        ...[log, metric, deployment].map((event) => eventDetails(event, layout)),
        listTable(deadLetterListing([deadLetter, other]), layout),
        deadLetterDetails(deadLetter, layout),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });
  }
});
