import { expect } from "chai";
import { createComparison } from "../../src/detect/replay/compare-sensitivities.ts";
import { createPreview } from "../../src/detect/replay/preview.ts";
import { createReplaySlots } from "../../src/detect/replay/replay-slots.ts";
import type { ReplayBounds } from "../../src/detect/replay/replay-telemetry.ts";
import { extraEvidenceBy, type StoredSensitivity } from "../../src/detect/rules/sensitivity.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import type { Scope } from "../../src/model/scope.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { toRecordJson } from "../../src/model/telemetry-record.ts";
import { log, metric, minutes, only, repeat, START } from "./support.ts";

const scope: Scope = { organizationId: "default", actor: "ann", permissions: [] };
const never = new AbortController().signal;
const rules = only("golden-signals", "log-fatal");
const FROM = START + minutes(60);
const TO = START + minutes(70);

const archiveOf = (telemetry: readonly Telemetry[]) => ({
  walk: async () => ({
    records: telemetry.toSorted((a, b) => a.timestamp - b.timestamp).map(toRecordJson),
  }),
});

/** An hour around 212 ms, and so many times as much for six minutes. */
const shift = (service: string, times: number): Telemetry[] =>
  repeat(66, (minute) =>
    metric(START + minutes(minute), minute < 60 ? 200 + (minute % 5) * 6 : 212 * times, {
      name: "request_duration_p50_ms",
      unit: "ms",
      service,
    }),
  );

const compare = (telemetry: readonly Telemetry[], settings: readonly StoredSensitivity[] = [], bounds = {}) =>
  createComparison({ archive: archiveOf(telemetry), bounds }, createReplaySlots())(
    scope,
    { rules, settings, from: FROM, to: TO },
    never,
  );

describe("a comparison of sensitivities", function () {
  this.timeout(20_000);
  const shop = shift("shop", 1.7);
  const pay = shift("pay", 1.9);
  const fatal = log(FROM + minutes(1), { level: "fatal" });

  it("counts what each sensitivity would have opened of the same telemetry", async () => {
    const { openings, ...read } = await compare([...shop, ...pay, fatal]);
    expect(openings.get("golden-signals")).to.deep.equal({ quiet: 0, normal: 1, early: 2, present: 1 });
    expect(openings.get("log-fatal")).to.deep.equal({ quiet: 1, normal: 1, early: 1, present: 1 });
    expect(read).to.include({ events: 133, leftOut: 0, coveredUntil: TO, truncatedBy: null, from: FROM });
  });

  it("has the present settings of the organization and of services beside them", async () => {
    const setting = { organizationId: "default", sensitivity: "early" } as const;
    const presentWith = async (...settings: StoredSensitivity[]) =>
      (await compare([...shop, ...pay], settings)).openings.get("golden-signals");
    expect(await presentWith({ ...setting, service: null })).to.include({ present: 2, normal: 1 });
    expect(await presentWith({ ...setting, service: "shop" })).to.include({ present: 2, normal: 1 });
    expect(await presentWith({ ...setting, service: "pay", sensitivity: "quiet" })).to.include({ present: 0 });
  });

  it("counts only what opened in the range, and says where a bound ended it", async () => {
    const early = log(FROM - minutes(5), { level: "fatal", service: "before" });
    const counted = async (bounds: Partial<ReplayBounds>) => {
      const found = await compare([...shop, early, fatal], [], bounds);
      return { ...found, fatal: found.openings.get("log-fatal")?.present };
    };
    expect(await counted({})).to.include({ fatal: 1, truncatedBy: null });
    expect(await counted({ milliseconds: 0 })).to.include({ fatal: 0, truncatedBy: "milliseconds", events: 0 });
  });

  it("isn't run beside a preview of the same organization", async () => {
    const slots = createReplaySlots();
    const archive = archiveOf(shop);
    const incidents = { detected: async function* () {} };
    const running = createPreview({ archive, incidents }, slots)(scope, { rules, from: FROM, to: TO }, never);
    const refused = await createComparison({ archive }, slots)(
      scope,
      { rules, settings: [], from: FROM, to: TO },
      never,
    ).catch((error: ApplicationError) => error);
    expect(refused).to.include({ code: "too_many_running" });
    await running;
  });

  it("agrees with a preview, which has the sensitivity of the services too", async () => {
    const incidents = { detected: async function* () {} };
    const preview = createPreview({ archive: archiveOf(shop), incidents });
    const range = { rules, from: FROM, to: TO };
    expect((await preview(scope, range, never)).openings).to.have.length(0);
    const extraEvidenceOf = extraEvidenceBy([{ organizationId: "default", service: "shop", sensitivity: "early" }]);
    expect((await preview(scope, { ...range, extraEvidenceOf }, never)).openings).to.have.length(1);
  });
});
