import { expect } from "chai";
import { createQuotas, type QuotaLimits } from "../../src/ingest/admission.ts";
import type { RefusalReason } from "../../src/ingest/refusals.ts";
import { SECOND_MS } from "../../src/kernel/clock.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
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
    let release = (): void => undefined;
    /** Answers after how many seconds to come again, 0 where it was taken. */
    const take = (events: number, organizationId = "acme"): number => {
      try {
        release = quotas.take(organizationId, events, (reason) => refusals.push(reason));
        return 0;
      } catch (error) {
        if (!(error instanceof ApplicationError) || error.code !== "event_quota_exceeded") throw error;
        return error.retryAfterSeconds as number;
      }
    };
    return { take, refusals, release: () => release() };
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
    expect(take(800)).to.equal(0);
    expect(take(700)).to.equal(5);
    now += 5 * SECOND_MS;
    expect(take(700)).to.equal(0);
    expect(refusals).to.deep.equal(["organization_rate"]);
  });

  it("refuse a batch that never fits, name the largest one, and take nothing for it", () => {
    const { take, refusals } = open({ eventsPerSecond: 10 });
    expect(() => take(10_000))
      .to.throw(ApplicationError, "may send 100 at once")
      .that.includes({ code: "batch_too_large" });
    expect(take(100)).to.equal(0);
    expect(take(100)).to.equal(10);
    expect(refusals).to.deep.equal(["organization_rate", "organization_rate"]);
  });

  it("get back what was refused afterwards", () => {
    const { take, release } = open({ eventsPerSecond: 10 });
    expect(take(60)).to.equal(0);
    expect(take(40)).to.equal(0);
    release();
    expect(take(41)).to.equal(1);
    expect(take(40)).to.equal(0);
  });

  it("are each organization's own", () => {
    const { take } = open({ eventsPerSecond: 10 });
    take(100);
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
    daemon = await startTestDaemon({ TOCSIN_ORGANIZATION_EVENTS_PER_SECOND: "1", TOCSIN_SERVICES_MAX: "1" });
  });
  after(() => daemon.stop());

  it("is charged nothing for what its service limit refuses, or for a batch that never fits", async () => {
    const send = (count: number, service: string) =>
      ingest(daemon, "/events/logs/batch", Array(count).fill(log({ service })), { organization: "limited" });
    expect((await send(1, "one")).status).to.equal(202);
    for (let count = 0; count < 3; count += 1) expect((await send(9, "two")).status).to.equal(403);
    const tooLarge = await send(11, "one");
    expect(tooLarge.status).to.equal(413);
    expect(tooLarge.json<{ message: string }>().message).to.contain("may send 10 at once");
    expect((await send(9, "one")).status).to.equal(202);
  });

  it("goes on by a clock that nobody sets", async () => {
    const send = () => ingest(daemon, "/events/logs", log({ service: "one" }), { organization: "steady" });
    const { now } = Date;
    try {
      for (let count = 0; count < 20; count += 1) await send();
      Date.now = () => now() - 300_000;
      expect(Number((await send()).headers.get("retry-after"))).to.be.within(1, 10);
    } finally {
      Date.now = now;
    }
  });

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
