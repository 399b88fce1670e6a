import { expect } from "chai";
import { MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import { core, drained, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type LogInput, log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly primaryService: string;
  readonly parentIncidentId: string | null;
  readonly affectedServices: readonly string[];
}

const BATCH_MAX = 5000;

describe("one outage in a running daemon", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon({ TOCSIN_SERVICES_MAX: "1000" });
  });
  after(() => daemon.stop());

  const send = async (organization: string, logs: readonly LogInput[]): Promise<void> => {
    for (let from = 0; from < logs.length; from += BATCH_MAX) {
      const part = logs.slice(from, from + BATCH_MAX);
      const answer = await ingest(daemon, "/events/logs/batch", part, { organization });
      expect(answer.status, answer.text).to.equal(202);
    }
  };
  const incidents = async (organization: string, query = ""): Promise<Shown[]> => {
    await drained(daemon, { organization });
    const answer = await core(daemon, `/incidents?limit=500${query}`, { token: tokenOf(organization) });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Shown[]>();
  };
  /** Each service writes `count` logs over the minute that begins at `from`. */
  const minute = (services: readonly string[], from: number, count: number, more: Partial<LogInput>): LogInput[] =>
    Array.from({ length: count }, (_, index) => toIso(from + Math.floor((index * MINUTE_MS) / count))).flatMap(
      (timestamp) => services.map((service) => log({ service, timestamp, ...more })),
    );

  it("of 300 services is one incident, titled by its impact and its cause", async () => {
    const organization = "broad";
    const services = Array.from({ length: 300 }, (_, index) => `service-${index}`);
    const now = Date.now();
    const failing = { level: "error", message: "connection refused to orders-db" };
    for (const ago of [2, 1]) await send(organization, minute(services, now - ago * MINUTE_MS, 50, failing));
    const activeCount = async (): Promise<number> =>
      (await core(daemon, "/incidents/stats", { token: tokenOf(organization) })).json<{ activeCount: number }>()
        .activeCount;
    await waitFor(async () => (await activeCount()) > 0, { within: 50_000, what: "an incident" });
    const shown = await incidents(organization, "&deduplicated=true");
    expect(shown.map(({ title }) => title)).to.deep.equal(["300 services failing: connection refused to orders-db"]);
    expect(shown[0]?.severity).to.equal("CRITICAL");
    expect(shown[0]?.affectedServices).to.have.members(services);
    expect(await activeCount()).to.equal(1);
    const metrics = await core(daemon, "/metrics");
    expect(metrics.text).to.match(/^tocsin_incidents_open\{severity="CRITICAL"\} 1$/m);
  });

  it("is apart from another one that begins in the same minute", async () => {
    const organization = "two";
    const now = Date.now();
    const ofOrders = minute(["cart", "shop"], now - MINUTE_MS, 60, {
      level: "error",
      message: "connection refused to orders-db",
    });
    const ofMails = minute(["news", "invoices"], now - MINUTE_MS, 60, {
      level: "error",
      message: "certificate of the mail relay has expired",
    });
    await send(organization, [...ofOrders, ...ofMails]);
    const shown = await incidents(organization, "&deduplicated=true");
    expect(shown.map(({ title }) => title)).to.have.members([
      "2 services failing: connection refused to orders-db",
      "2 services failing: certificate of the mail relay has expired",
    ]);
  });

  it("that is over is not reopened by a merged incident that fails again for another cause", async () => {
    const organization = "reopened";
    const now = Date.now();
    const services = ["pricing", "checkout"];
    const inProduction = { metadata: { env: "production" } };
    const minutesAgo = Array.from({ length: 36 }, (_, index) => 40 - index);
    await send(
      organization,
      minutesAgo.flatMap((ago) => minute(services, now - ago * MINUTE_MS, 40, inProduction)),
    );
    const version = { service: "pricing", version: "v4.11.0", environment: "production" };
    const deployment = { ...version, timestamp: toIso(now - 5 * MINUTE_MS) };
    expect((await ingest(daemon, "/events/deployments", deployment, { organization })).status).to.equal(202);
    const failing = { ...inProduction, level: "error", message: "price list of pricing is empty" };
    await send(organization, minute(services, now - 4 * MINUTE_MS, 40, failing));
    await send(organization, minute(services, now - 3 * MINUTE_MS, 40, failing));
    const first = await incidents(organization);
    expect(first.map(({ title }) => title)).to.include("Errors in pricing after the deployment of v4.11.0");
    const [parent, ...others] = first.filter(({ parentIncidentId }) => parentIncidentId === null);
    expect(others).to.deep.equal([]);
    expect(parent?.title).to.equal("2 services failing: price list of pricing is empty");
    const resolved = { method: "PATCH", token: tokenOf(organization), body: { status: "RESOLVED" } };
    expect((await core(daemon, `/incidents/${parent?.id}/status`, resolved)).status).to.equal(200);

    const full = { ...inProduction, level: "error", message: "disk of the session store is full" };
    await send(organization, minute(["checkout"], now - MINUTE_MS, 60, full));
    const known = new Set(first.map(({ id }) => id));
    const again = await incidents(organization);
    for (const { id, status } of again) if (known.has(id)) expect(status).to.equal("RESOLVED");
    const opened = again.filter(({ id }) => !known.has(id));
    expect(opened.map(({ primaryService, status }) => [primaryService, status])).to.deep.include(["checkout", "OPEN"]);
    expect(opened.filter(({ parentIncidentId }) => known.has(parentIncidentId ?? ""))).to.deep.equal([]);
  });
});
