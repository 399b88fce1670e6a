import { expect } from "chai";
import { createQuotas, type QuotaLimits } from "../../src/ingest/quotas.ts";
import type { RefusalReason } from "../../src/ingest/refusals.ts";
import { SECOND_MS } from "../../src/kernel/clock.ts";
import { core, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

describe("Quotas of an organization", () => {
  let now = 1_000_000;
  let waiting = 0;
  const open = (given: Partial<QuotaLimits>) => {
    const refusals: RefusalReason[] = [];
    const quotas = createQuotas({
      limits: { eventsPerSecond: 0, waitingEvents: 0, ...given },
      waitingOf: (organizationId) => (organizationId === "acme" ? waiting : 0),
      clock: { now: () => now },
    });
    /** Answers after how many seconds to come again, 0 where it was taken. */
    const take = (events: number, organizationId = "acme"): number => {
      try {
        quotas.take(organizationId, events, (reason) => refusals.push(reason));
        return 0;
      } catch (error) {
        expect(error).to.include({ code: "too_many" });
        return (error as { retryAfterSeconds: number }).retryAfterSeconds;
      }
    };
    return { take, refusals };
  };

  it("let ten seconds' worth pass at once, and then the rate, whatever the size of the batches", () => {
    const { take } = open({ eventsPerSecond: 100 });
    let taken = 0;
    for (let second = 0; second < 100; second += 1) {
      while (take(7) === 0) taken += 7;
      now += SECOND_MS;
    }
    expect(taken).to.be.within(100 * 100, 100 * 110 + 7);
  });

  it("say when there is room again", () => {
    const { take, refusals } = open({ eventsPerSecond: 100 });
    expect(take(1_500)).to.equal(0);
    expect(take(1)).to.equal(5);
    now += 5 * SECOND_MS;
    expect(take(1)).to.equal(0);
    expect(refusals).to.deep.equal(["organization_rate"]);
  });

  it("let a batch pass that is larger than all that may be sent at once", () => {
    const { take } = open({ eventsPerSecond: 10 });
    expect(take(5_000)).to.equal(0);
    expect(take(1)).to.equal(490);
  });

  it("are each organization's own", () => {
    const { take } = open({ eventsPerSecond: 10 });
    take(5_000);
    expect(take(1, "other")).to.equal(0);
  });

  it("refuse what would wait behind more than may wait, but never a batch of one that has nothing waiting", () => {
    const { take, refusals } = open({ waitingEvents: 100 });
    waiting = 90;
    expect(take(10)).to.equal(0);
    expect(take(11)).to.equal(5);
    expect(take(11, "other")).to.equal(0);
    waiting = 0;
    expect(take(5_000)).to.equal(0);
    expect(refusals).to.deep.equal(["organization_backlog"]);
  });

  it("bound nothing where the settings name none", () => {
    const { take } = open({});
    waiting = 1_000_000;
    for (let count = 0; count < 100; count += 1) expect(take(100_000)).to.equal(0);
  });
});

describe("An organization beyond its rate", () => {
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon({ TOCSIN_ORGANIZATION_EVENTS_PER_SECOND: "1" });
  });
  after(() => daemon.stop());

  it("is answered 429 with Retry-After, keeps no other from sending, and is told what to do", async () => {
    const send = (organization: string) => ingest(daemon, "/events/logs", log({ service: "one" }), { organization });
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push((await send("loud")).status);
    expect(new Set(statuses.slice(0, 10))).to.deep.equal(new Set([202]));
    const refused = await send("loud");
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get("retry-after"))).to.be.within(1, 10);
    expect(refused.json()).to.include({ statusCode: 429, error: "Too Many Requests" });
    expect((await send("quiet")).status).to.equal(202);
    const refusals = async () =>
      (await core(daemon, "/events/refusals", { token: tokenOf("loud") })).json<{ reason: string; advice: string }[]>();
    await waitFor(async () => (await refusals()).length > 0, { what: "the refusal" });
    expect((await refusals())[0]).to.include({ reason: "organization_rate" });
  });
});
