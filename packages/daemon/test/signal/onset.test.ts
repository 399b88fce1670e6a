import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import { toRecordJson } from "../../src/model/telemetry-record.ts";
import { type Onset, readOnset, UNOBSERVED_MS } from "../../src/signal/onset.ts";
import { ACME, incident, log, NOW } from "../store/samples.ts";

const stored = new Map(
  [5, 3, 1, -2].map((minutes) => {
    const id = `${minutes} minutes before`;
    return [id, toRecordJson(log({ id, timestamp: NOW - minutes * MINUTE_MS }))];
  }),
);
const onsetOf = (evidence: readonly string[], given: Partial<Incident> = {}): Promise<Onset> => {
  const deps = {
    openings: { openingEvidence: async () => evidence },
    archive: { get: async (_scope: unknown, id: string) => stored.get(id) },
  };
  return readOnset(deps, ACME, incident(given));
};
const minutesBefore = async (onset: Promise<Onset>): Promise<number> => (NOW - (await onset).at) / MINUTE_MS;

describe("the onset of an incident", () => {
  it("is the time of its first evidence", async () => {
    const onset = onsetOf(["5 minutes before", "3 minutes before", "1 minutes before"]);
    expect(await onset).to.deep.equal({ at: NOW - 5 * MINUTE_MS, isObserved: true });
  });

  it("is the time of the triggering event where the timeline names no evidence", async () => {
    expect(await minutesBefore(onsetOf([], { triggeringEventId: "3 minutes before" }))).to.equal(3);
  });

  it("is the time of the last sign of life for a silence", async () => {
    expect(await minutesBefore(onsetOf(["5 minutes before", "1 minutes before"], { signalType: "silence" }))).to.equal(
      1,
    );
  });

  it("is a fixed time before the creation where the evidence is no longer stored", async () => {
    expect(await onsetOf(["forgotten"])).to.deep.equal({ at: NOW - UNOBSERVED_MS, isObserved: false });
  });

  it("is the creation for a manual incident, and is never later than that", async () => {
    expect(await onsetOf([], { signalType: "manual" })).to.deep.equal({ at: NOW, isObserved: false });
    expect(await minutesBefore(onsetOf(["-2 minutes before"])), "the sender's clock is ahead").to.equal(0);
  });
});
