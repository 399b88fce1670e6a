import { expect } from "chai";
import { HOUR_MS, toIso } from "../../src/kernel/clock.ts";
import { windowState } from "../../src/remediate/policy/freeze-windows.ts";
import type { FreezeWindow } from "../../src/remediate/policy/policy.ts";

const window = (when: FreezeWindow["when"]): FreezeWindow => ({
  name: "w",
  effect: "deny",
  reason: "r",
  environments: [],
  organizations: [],
  when,
});

const at = (iso: string): number => Date.parse(iso);

/** When it opens and closes from a moment on, by asking as time goes. */
function changes(when: FreezeWindow["when"], from: string, count: number): string[] {
  const asked = window(when);
  const seen: string[] = [];
  for (let now = at(from); seen.length < count; ) {
    const { open, until } = windowState(asked, now);
    seen.push(`${open ? "closes" : "opens"} ${toIso(until)}`);
    now = until;
  }
  return seen;
}

describe("Windows of a policy", () => {
  it("from one time to another hold the first moment and not the last", () => {
    const once = window({ from: at("2026-11-27T00:00:00Z"), to: at("2026-11-28T00:00:00Z") });
    const isOpen = (iso: string): boolean => windowState(once, at(iso)).open;
    expect(isOpen("2026-11-26T23:59:59.999Z")).to.equal(false);
    expect(isOpen("2026-11-27T00:00:00.000Z")).to.equal(true);
    expect(isOpen("2026-11-27T23:59:59.999Z")).to.equal(true);
    expect(isOpen("2026-11-28T00:00:00.000Z")).to.equal(false);
    expect(windowState(once, at("2027-01-01T00:00:00Z")).until).to.equal(Number.POSITIVE_INFINITY);
  });

  const nightly = { cron: "0 22 * * *", timeZone: "Europe/Berlin", durationMs: 2 * HOUR_MS } as const;

  it("that recur open and close to the millisecond", () => {
    const every = window(nightly);
    const isOpen = (iso: string): boolean => windowState(every, at(iso)).open;
    expect(isOpen("2026-03-02T20:59:59.999Z")).to.equal(false);
    expect(isOpen("2026-03-02T21:00:00.000Z")).to.equal(true);
    expect(isOpen("2026-03-02T22:59:59.999Z")).to.equal(true);
    expect(isOpen("2026-03-02T23:00:00.000Z")).to.equal(false);
  });

  it("answer the same in whichever order they are asked, and by whichever went before", () => {
    const every = window(nightly);
    const moments = Array.from({ length: 200 }, (_, index) => at("2026-03-27T00:00:00Z") + index * 1_234_567);
    const forwards = moments.map((now) => windowState(every, now).open);
    const alone = moments.map((now) => windowState(window(nightly), now).open);
    const backwards = [...moments].reverse().map((now) => windowState(every, now).open);
    expect(forwards).to.deep.equal(alone);
    expect(backwards.reverse()).to.deep.equal(alone);
  });

  it("begin by the clocks of their zone when those are put forward", () => {
    expect(changes(nightly, "2026-03-28T12:00:00Z", 4)).to.deep.equal([
      "opens 2026-03-28T21:00:00.000Z",
      "closes 2026-03-28T23:00:00.000Z",
      "opens 2026-03-29T20:00:00.000Z",
      "closes 2026-03-29T22:00:00.000Z",
    ]);
  });

  it("begin by the clocks of their zone when those are put back", () => {
    expect(changes(nightly, "2026-10-24T12:00:00Z", 4)).to.deep.equal([
      "opens 2026-10-24T20:00:00.000Z",
      "closes 2026-10-24T22:00:00.000Z",
      "opens 2026-10-25T21:00:00.000Z",
      "closes 2026-10-25T23:00:00.000Z",
    ]);
  });

  it("that begin in the hour which is left out begin right after it, and only once in the one that comes twice", () => {
    const early = { cron: "30 2 * * *", timeZone: "Europe/Berlin", durationMs: HOUR_MS } as const;
    expect(changes(early, "2026-03-28T12:00:00Z", 3)).to.deep.equal([
      "opens 2026-03-29T01:00:00.000Z",
      "closes 2026-03-29T02:00:00.000Z",
      "opens 2026-03-30T00:30:00.000Z",
    ]);
    expect(changes(early, "2026-10-24T12:00:00Z", 3)).to.deep.equal([
      "opens 2026-10-25T00:30:00.000Z",
      "closes 2026-10-25T01:30:00.000Z",
      "opens 2026-10-26T01:30:00.000Z",
    ]);
  });

  it("last for time that passes, also over a change of the clocks", () => {
    const weekend = { cron: "0 18 * * FRI", timeZone: "Europe/Berlin", durationMs: 60 * HOUR_MS } as const;
    expect(changes(weekend, "2026-03-27T12:00:00Z", 2)).to.deep.equal([
      "opens 2026-03-27T17:00:00.000Z",
      "closes 2026-03-30T05:00:00.000Z",
    ]);
  });

  it("that begin anew before they end stay open", () => {
    const always = window({ cron: "0 * * * *", timeZone: "UTC", durationMs: 2 * HOUR_MS });
    for (let now = at("2026-03-02T00:00:00Z"); now < at("2026-03-03T00:00:00Z"); now += 7 * 60_000) {
      expect(windowState(always, now).open, toIso(now)).to.equal(true);
    }
  });
});
