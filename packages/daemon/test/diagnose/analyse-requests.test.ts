import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import { createCollector } from "../../src/diagnose/gather/collect.ts";
import type { Grid } from "../../src/diagnose/gather/incident-picture.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { LogLevel } from "../../src/model/telemetry.ts";
import { incident } from "../store/samples.ts";
import { emptyPicture } from "../support/pictures.ts";

const START = Date.parse("2026-03-01T10:00:00Z");
const MINUTES = 33;
/** The minute in which the trouble begins. */
const TROUBLE = 31;
const grid: Grid = { start: START, step: MINUTE_MS, count: MINUTES };
const noticedAt = START + MINUTES * MINUTE_MS - 1;

/** A message of a request: who says it, what, and how long after the one before. */
type Said = readonly [service: string, message: string, afterMs: number, level?: LogLevel];

const SOUND: readonly Said[] = [
  ["shop", "order received", 0],
  ["stock", "stock reserved", 4],
  ["shop", "stock is there", 3],
  ["payments", "card checked", 5],
  ["payments", "card charged", 2],
  ["ledger", "booked", 4],
  ["payments", "booking confirmed", 3],
  ["shop", "order confirmed", 3],
];

/** Requests of one kind until the trouble begins, of another from then on; the shop alerted. */
function pictureOf(troubled: readonly Said[], many: (minute: number) => number = () => 8) {
  const services = ["shop", "stock", "payments", "ledger"];
  const collector = createCollector(grid, services);
  for (let minute = 0; minute < MINUTES; minute += 1) {
    for (let number = 0; number < many(minute); number += 1) {
      // What varies from one request to the next.
      let at = START + minute * MINUTE_MS + number * 5000 + ((minute * 7 + number * 3) % 5);
      for (const [service, message, afterMs, level = "info"] of minute < TROUBLE ? SOUND : troubled) {
        at += afterMs === 0 ? 0 : afterMs + ((minute + number) % 2);
        const id = uuidv7(at);
        const common = { id, organizationId: "default", receivedAt: at, timestamp: at, service, message };
        collector.add({ ...common, kind: "log", level, traceId: `${minute}.${number}` });
      }
    }
  }
  return {
    ...emptyPicture(),
    ...collector.picture(),
    incident: incident({ primaryService: "shop", affectedServices: ["shop"], createdAt: noticedAt }),
    grid,
    noticedAt,
    services: services.map((name, distance) => ({ name, distance: Math.min(2, distance), inCatalog: true })),
    calls: [
      { caller: "shop", callee: "stock" },
      { caller: "shop", callee: "payments" },
      { caller: "payments", callee: "ledger" },
    ],
  };
}

describe("The analyser, by the traces of messages", () => {
  it("names the service that a message is missing of, though what leads to it goes on, and none that comes after it", () => {
    const { diagnosis } = analyse(pictureOf([...SOUND.slice(0, 4), ["shop", "order confirmed", 3]]));
    const [first] = diagnosis.hypotheses;
    expect(first?.service).to.equal("payments");
    expect(first?.cause).to.contain("“card charged” of payments 8 → none a minute");
  });

  it("names the service that says something new", () => {
    const odd: readonly Said[] = [
      ...SOUND.slice(0, 4),
      ["payments", "limit of 0 exceeded", 2],
      ["shop", "order confirmed", 3],
    ];
    expect(analyse(pictureOf(odd)).diagnosis.hypotheses[0]?.service).to.equal("payments");
  });

  it("holds a complaint of another service by name less against who complains", () => {
    const refused = (message: string): readonly Said[] => [...SOUND.slice(0, 4), ["shop", message, 2, "error"]];
    const scoreOf = (message: string) => {
      const { hypotheses } = analyse(pictureOf(refused(message))).diagnosis;
      return hypotheses.find(({ service }) => service === "shop")?.confidence ?? 0;
    };
    expect(scoreOf("no instance of payments is there")).to.be.below(scoreOf("no order could be made of it"));
  });

  it("takes less traffic for no change of anybody's", () => {
    const { diagnosis } = analyse(pictureOf(SOUND, (minute) => (minute < TROUBLE ? 8 : 2)));
    expect(diagnosis.hypotheses.filter(({ cause }) => cause.includes("“"))).to.deep.equal([]);
  });

  it("names the service all of whose ways are slow, and not its caller with one slow way among others", () => {
    const late = SOUND.map(([service, message, afterMs], place): Said => {
      const isHop = place > 0 && SOUND[place - 1]?.[0] !== service;
      const touches = service === "payments" || SOUND[place - 1]?.[0] === "payments";
      return [service, message, isHop && touches ? afterMs + 900 : afterMs];
    });
    const { diagnosis } = analyse(pictureOf(late));
    const [first] = diagnosis.hypotheses;
    expect(first?.service).to.equal("payments");
    expect(first?.cause).to.match(/^payments has become slow: the time from \w+ to \w+ in a request [\d.]+ → 90\d ms/);
    const cited = diagnosis.evidence.find(({ id }) => id === first?.evidence[0]);
    expect(cited?.kind).to.equal("log");
    expect(cited?.ref).to.equal(`/events/${cited?.id}`);
  });

  it("doesn't miss messages of a service of which nothing has come yet from the last minutes", () => {
    const picture = pictureOf(SOUND);
    const late = picture.patterns.map((pattern) =>
      pattern.service === "payments"
        ? { ...pattern, counts: pattern.counts.map((many, minute) => (minute < TROUBLE ? many : 0)) }
        : pattern,
    );
    expect(
      analyse({ ...picture, patterns: late }).diagnosis.evidence.filter(({ service }) => service === "payments"),
    ).to.deep.equal([]);
    expect(analyse(picture).diagnosis.hypotheses).to.deep.equal([]);
  });

  it("finds the minute in which requests began to take another path", () => {
    const { diagnosis } = analyse(pictureOf([...SOUND.slice(0, 4), ["shop", "order confirmed", 3]]));
    expect(diagnosis.onsetAt).to.equal(new Date(START + TROUBLE * MINUTE_MS).toISOString());
  });
});
