import { expect } from "chai";
import { decideOpening } from "../../src/incident/decide-opening.ts";
import { decideRelease } from "../../src/incident/release-held.ts";
import { HOUR_MS, MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import { createHeldCandidate } from "../../src/maintenance/held-candidate.ts";
import { planWindow } from "../../src/maintenance/window.ts";
import type { Incident } from "../../src/model/incident.ts";
import { ACME, candidate, NOW, incident as stored } from "../store/samples.ts";

const RESOLVE_AFTER_MS = 15 * MINUTE_MS;
const trouble = candidate({ resolveAfterMs: RESOLVE_AFTER_MS, observations: 7, observedAt: NOW + HOUR_MS });
const held = { ...createHeldCandidate(trouble, "window", NOW), lastSeenAt: NOW + HOUR_MS };
const plan = { services: ["checkout"], startsAt: NOW, endsAt: NOW + HOUR_MS, reason: "Upgrade" };
const window = planWindow({ ...ACME, actor: "Ada" }, plan, NOW);
const END = held.lastSeenAt + RESOLVE_AFTER_MS;

const release = (now: number, { latest, listeningSince = NOW }: { latest?: Incident; listeningSince?: number } = {}) =>
  decideRelease(held, window, latest, now, { since: listeningSince, until: now });
const incident = (given: Partial<Incident> = {}): Incident => stored({ lastSeenAt: NOW, ...given });

describe("what becomes of a held candidate", () => {
  it("is an incident while it still fires, by the measure by which incidents resolve", () => {
    expect(release(END - 1).outcome).to.equal("open");
    expect(release(END).outcome).to.equal("quiet");
  });

  it("stays open until somebody listened for long enough to say that it is quiet", () => {
    const heard = END + HOUR_MS;
    expect(release(heard, { listeningSince: heard - RESOLVE_AFTER_MS + 1 }).outcome).to.equal("unheard");
    expect(release(heard, { listeningSince: heard - RESOLVE_AFTER_MS }).outcome).to.equal("quiet");
    // What fired lately needs nobody who listened all the while.
    expect(release(END - 1, { listeningSince: END - 1 }).outcome).to.equal("open");
  });

  it("opens as of when it was last seen, with all observations, and a note on who held it back and why", () => {
    const opening = release(END - 1);
    if (opening.outcome !== "open") throw new Error(opening.outcome);
    expect(opening.incident).to.include({ lastSeenAt: held.lastSeenAt, duplicateCount: 6, createdAt: END - 1 });
    expect(opening.timeline.map(({ type }) => type)).to.deep.equal(["incident_created", "note"]);
    const note = opening.timeline[1];
    expect(note?.detail).to.contain("7 times").and.contain(toIso(NOW)).and.contain("Ada").and.contain("Upgrade");
    expect(note?.metadata).to.deep.equal({
      reason: "held_by_maintenance",
      maintenanceWindowId: window.id,
      heldSince: toIso(NOW),
      lastSeenAt: toIso(held.lastSeenAt),
      observations: 7,
    });
  });

  it("counts on an incident that was opened meanwhile, and is not newer on it than it is", () => {
    const seenLater = held.lastSeenAt + MINUTE_MS;
    for (const [before, after] of [
      [NOW, held.lastSeenAt],
      [seenLater, seenLater],
    ] as const) {
      const counted = release(END - 1, { latest: incident({ lastSeenAt: before, duplicateCount: 2 }) });
      if (counted.outcome !== "duplicate") throw new Error(counted.outcome);
      expect(counted.change.fields).to.include({ duplicateCount: 9, lastSeenAt: after });
      expect(counted.change.timeline.map(({ type }) => type)).to.deep.equal(["duplicate_observed", "note"]);
      expect(counted.change.timeline[0]?.metadata["lastSeenAt"]).to.equal(toIso(held.lastSeenAt));
    }
  });

  it("reopens one that resolved within the hour, and is settled where somebody resolved it since", () => {
    const resolved = incident({ status: "RESOLVED", resolvedAt: NOW + 30 * MINUTE_MS });
    expect(release(END - 1, { latest: resolved }).outcome).to.equal("reopen");
    const settled = incident({ status: "RESOLVED", resolvedAt: NOW + 61 * MINUTE_MS });
    expect(release(END - 1, { latest: settled }).outcome).to.equal("settled");
  });

  it("is the same as without maintenance for what was seen at this moment", () => {
    const direct = decideOpening(trouble, undefined, held.lastSeenAt);
    const after = release(held.lastSeenAt);
    if (direct.outcome !== "open" || after.outcome !== "open") throw new Error("Both open.");
    const { id: _one, ...expected } = direct.incident;
    const { id: _other, ...opened } = after.incident;
    expect(opened).to.deep.equal({ ...expected, duplicateCount: 6 });
  });
});
