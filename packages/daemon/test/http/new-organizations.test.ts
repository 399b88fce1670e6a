import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import { core, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { request } from "../support/request.ts";
import { log, logs } from "../support/telemetry.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

/** More than a minute takes; `npm run bench` sends 100,000. */
const CROWD = 1_500;

describe("new organizations", function () {
  this.timeout(60_000);
  let daemon: TestDaemon | undefined;
  afterEach(async () => {
    await daemon?.stop();
    daemon = undefined;
  });

  const start = async (settings: Readonly<Record<string, string>>): Promise<TestDaemon> => {
    daemon = await startTestDaemon(settings);
    return daemon;
  };
  const metric = async (on: TestDaemon, reason: string): Promise<number> => {
    const text = await (await fetch(`${on.ingest}/metrics`)).text();
    return Number(
      new RegExp(`tocsin_ingest_refused_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? Number.NaN,
    );
  };
  const warnings = (on: TestDaemon, reason: string) =>
    on.log.filter(({ level, fields }) => level === "warn" && fields["reason"] === reason);

  it("past the pace are answered 503 with Retry-After, counted and told in the log once, while known and bound ones go on", async () => {
    const on = await start({
      TOCSIN_NEW_ORGANIZATIONS_PER_MINUTE: "2",
      TOCSIN_INGEST_API_KEY: "shared,bound@shop",
    });
    const send = (organization: string, key = "shared", service = "checkout-api") =>
      ingest(on, "/events/logs", log({ service }), { organization, key });
    expect((await send("known")).status).to.equal(202);
    const rest = await Promise.all(Array.from({ length: 40 }, (_, index) => send(`made-up-${index}`)));
    const refused = rest.filter(({ status }) => status !== 202);
    expect(refused.length).to.be.greaterThan(30);
    for (const answer of refused) {
      expect(answer.status).to.equal(503);
      expect(Number(answer.headers.get("retry-after"))).to.be.greaterThan(0);
      expect(answer.text).to.contain("TOCSIN_NEW_ORGANIZATIONS_PER_MINUTE");
    }
    conforms(refused[0] as (typeof refused)[number], "sendLog");
    expect((await send("known", "shared", "another-service")).status, "known").to.equal(202);
    expect((await send("shop", "bound")).status, "bound").to.equal(202);
    expect(await metric(on, "organizations_per_minute")).to.equal(refused.length);
    expect(warnings(on, "organizations_per_minute")).to.have.lengthOf(1);
  });

  it("of a crowd, with a noisy one among them, keep nobody else's incidents back, nor readiness", async () => {
    const on = await start({});
    const token = mintToken({ organizationId: "shop" });
    const statuses = new Set<number>();
    let isOver = false;
    let made = 0;
    const send = async (organization: string, path: string, body: unknown): Promise<void> => {
      statuses.add((await ingest(on, path, body, { organization })).status);
    };
    const makeUp = async (): Promise<void> => {
      while (!isOver) await send(`made-up-${made}`, "/events/logs", log({ service: `made-up-${made++}` }));
    };
    const makeNoise = async (): Promise<void> => {
      while (!isOver) await send("noisy", "/events/logs/batch", logs(500));
    };
    expect((await ingest(on, "/events/logs", log(), { organization: "shop" })).status).to.equal(202);
    const crowd = [...Array.from({ length: 8 }, makeUp), makeNoise()];
    try {
      for (let round = 0; round < 10 || made < CROWD; round += 1) {
        const service = `shop-${round}`;
        const event = log({ service, level: "fatal", message: "out of memory" });
        expect((await ingest(on, "/events/logs", event, { organization: "shop" })).status).to.equal(202);
        await waitFor(
          async () => {
            const ready = await request(`${on.ingest}/health/ready`);
            expect(ready.status, ready.text).to.equal(200);
            const found = await core(on, `/incidents?service=${service}`, { token });
            return found.json<{ primaryService: string }[]>().some(({ primaryService }) => primaryService === service);
          },
          { what: `the incident of ${service}`, within: 15_000 },
        );
      }
    } finally {
      isOver = true;
      await Promise.all(crowd);
    }
    expect([...statuses].sort()).to.deep.equal([202, 503]);
  });

  it("past the number are answered 503, also after a restart, and those that are there go on", async () => {
    const settings = { TOCSIN_ORGANIZATIONS_MAX: "3" };
    const first = await start(settings);
    const names = Array.from({ length: 6 }, (_, index) => `made-up-${index}`);
    const sendAll = async (on: TestDaemon, service: string): Promise<readonly number[]> => {
      const statuses: number[] = [];
      for (const organization of names) {
        statuses.push((await ingest(on, "/events/logs", log({ service }), { organization })).status);
      }
      return statuses;
    };
    const expected = [202, 202, 202, 503, 503, 503];
    expect(await sendAll(first, "a")).to.deep.equal(expected);
    daemon = await first.restart();
    expect(await sendAll(daemon, "b")).to.deep.equal(expected);
    expect((await ingest(daemon, "/events/logs", log())).status, "the default organization").to.equal(202);
    expect(await metric(daemon, "organizations_max")).to.equal(3);
  });

  it("the default organization's sixth service is a warning in the log with the header to set, and counted", async () => {
    const on = await start({ TOCSIN_DEFAULT_SERVICES_MAX: "5" });
    for (let index = 0; index < 8; index += 1) {
      const { status } = await ingest(on, "/events/logs", log({ service: `service-${index}` }));
      expect(status).to.equal(index < 5 ? 202 : 403);
    }
    expect(await metric(on, "default_service_limit")).to.equal(3);
    const reported = warnings(on, "default_service_limit");
    expect(reported).to.have.lengthOf(1);
    expect(reported[0]?.message).to.contain("x-organization-id");
  });
});
