import { expect } from "chai";
import {
  createRefusalRecorder,
  type RefusalReason,
  type RefusalStore,
  type Refusals,
} from "../../src/ingest/refusals.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { NOW } from "./samples.ts";

describe("The recorder of refusals", () => {
  let now = NOW;
  let stored: Refusals[][] = [];
  let failure: Error | undefined;
  const store: RefusalStore = {
    async addRefusals(refusals) {
      if (failure) throw failure;
      stored.push([...refusals]);
    },
  };
  const recorderOf = () => createRefusalRecorder(store, { now: () => now });
  beforeEach(() => {
    now = NOW;
    stored = [];
    failure = undefined;
  });
  const reason: RefusalReason = "default_service_limit";

  it("writes a storm of refusals once, with the names of the latest services", async () => {
    const recorder = recorderOf();
    for (let n = 0; n < 10_000; n++) {
      now = NOW + n;
      recorder.record(reason, "default", new Set([`service-${n}`]));
    }
    await recorder.flush();
    const services = [9_995, 9_996, 9_997, 9_998, 9_999].map((n) => `service-${n}`);
    const each = { organizationId: "default", reason, count: 10_000, firstAt: NOW, lastAt: NOW + 9_999, services };
    expect(stored).to.deep.equal([[each]]);
  });

  it("writes nothing while nothing is refused, but for forgetting once an hour", async () => {
    const recorder = recorderOf();
    await recorder.flush();
    for (let minute = 0; minute < 59; minute++) {
      now += MINUTE_MS;
      await recorder.flush();
    }
    expect(stored).to.deep.equal([[]]);
    now += MINUTE_MS;
    await recorder.flush();
    expect(stored).to.deep.equal([[], []]);
  });

  it("keeps what could not be stored for the next time, and counts it once", async () => {
    const recorder = recorderOf();
    recorder.record(reason, "default", new Set(["billing"]));
    failure = new Error("away");
    expect(await recorder.flush().catch((error: Error) => error.message)).to.equal("away");
    failure = undefined;
    recorder.record(reason, "default", new Set(["search"]));
    await recorder.flush();
    await recorder.flush();
    expect(stored.flat()).to.have.lengthOf(1);
    expect(stored.flat()[0]).to.deep.include({ count: 2, services: ["billing", "search"] });
  });

  it("holds a bounded number of organizations, and takes others once those were stored", async () => {
    const recorder = recorderOf();
    for (let n = 0; n < 1_000; n++) recorder.record("organizations_max", `made-up-${n}`);
    recorder.record(reason, "default", new Set(["billing"]));
    await recorder.flush();
    expect(stored[0]).to.have.lengthOf(101);
    expect(stored[0]?.some(({ organizationId }) => organizationId === "default")).to.equal(true);
    recorder.record("organizations_max", "another");
    await recorder.flush();
    expect(stored[1]?.map(({ organizationId }) => organizationId)).to.deep.equal(["another"]);
  });
});
