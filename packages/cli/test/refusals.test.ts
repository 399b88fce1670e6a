import { Tocsin } from "@tocsin/sdk";
import { expect } from "chai";
import { boardFrame } from "../src/board/board-frame.ts";
import { createBoardStore } from "../src/board/board-store.ts";
import type { Finding } from "../src/doctor/finding.ts";
import { checkTelemetryOrganization } from "../src/doctor/login-checks.ts";
import { readSettings } from "../src/session/settings.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { incident, json, refusal as refusedWith } from "./fake-tocsin.ts";
import { type RealDaemon, startRealDaemon } from "./real-daemon.ts";
import { refusal, whole } from "./refusal-samples.ts";
import { tocsin, tokenOf } from "./run.ts";

describe("doctor, of refused telemetry", () => {
  const fake = fakeSession();
  const ready = {
    "GET /health/ready": json({ status: "ready" }),
    "GET /health/live": json({ status: "ok" }),
    "GET /incidents": json([incident()]),
  };
  const findings = async (): Promise<readonly Finding[]> => JSON.parse((await fake.run("doctor --json")).stdout);
  const about = (all: readonly Finding[], what: string) => all.find((finding) => finding.about === what);

  it("warns with the header to set, as text and as JSON", async () => {
    await fake.serve({ ...ready, "GET /events/refusals": json([refusal(), refusal({ services: ["billing"] })]) });
    const { code, stdout } = await fake.run("doctor");
    expect(code).to.equal(0);
    expect(whole([stdout]))
      .to.match(/warn refused telemetry: Telemetry without the header x-organization-id was refused 12 times/)
      .and.contain("Send the header x-organization-id: shop.")
      .and.contain("Among them: billing.");
    expect(about(await findings(), "refused telemetry")).to.deep.include({
      verdict: "warning",
      advice: "Send the header x-organization-id: shop.",
    });
  });

  it("reports that nothing was refused, and nothing without permission", async () => {
    await fake.serve({ ...ready, "GET /events/refusals": json([]) });
    expect(about(await findings(), "refused telemetry")).to.include({ verdict: "ok" });
    await fake.serve({ ...ready, "GET /events/refusals": refusedWith(404, "There is no such path.") });
    expect(about(await findings(), "refused telemetry")).to.equal(undefined);
  });

  it("reports the organization of sent telemetry, and warns about another one", async () => {
    const looked = async (env: Record<string, string>): Promise<Finding> =>
      checkTelemetryOrganization(await readSettings(undefined, { env: { HOME: "/nowhere", ...env }, directory: "/" }));
    const shop = { TOCSIN_TOKEN: tokenOf({ sub: "ada", organizationId: "shop" }) };
    const of = async (env: Record<string, string>): Promise<string> => {
      const { verdict, text, advice = "" } = await looked(env);
      return `${verdict}: ${text} ${advice}`;
    };
    expect(await of(shop))
      .to.contain("ok: ")
      .and.contain("x-organization-id: shop, from the token");
    expect(await of({ ...shop, TOCSIN_ORGANIZATION: "depot" })).to.match(
      /^warning: .*x-organization-id: depot.*to shop/,
    );
    expect(await of({ ...shop, TOCSIN_ORGANIZATION: "default" })).to.match(
      /^warning: .*five services.*x-organization-id: shop/,
    );
    expect(await of({})).to.match(/^warning: .*goes to default/);
    expect(await of({ ...shop, TOCSIN_API_KEY: "k" })).to.match(/^ok: .*organization of the key/);
  });
});

describe("a sixth service without the header", function () {
  this.timeout(120_000);
  let daemon: RealDaemon;
  before(async () => {
    daemon = await startRealDaemon();
  });
  after(() => daemon.stop());

  it("is reported by board and doctor, with the header to send", async () => {
    for (let n = 1; n <= 6; n++) {
      const { status } = await fetch(`${daemon.ingest}/events/logs`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ service: `service-${n}`, level: "info", message: "started" }),
      });
      expect(status).to.equal(n < 6 ? 202 : 403);
    }
    const token = daemon.token("shop");
    const client = new Tocsin({ baseUrl: daemon.core, ingestUrl: daemon.ingest, token });
    const board = createBoardStore({
      client,
      first: [],
      memberOf: () => undefined,
      size: { columns: 80, rows: 24 },
      address: "shop",
      author: "ada",
      sub: "ada",
      readOnly: true,
      section: "unacknowledged",
    });
    try {
      const isWarned = () =>
        whole(boardFrame(board.state(), Date.now(), plainPaint)).includes("x-organization-id: shop.");
      await new Promise<void>((resolve) => {
        const look = () => isWarned() && resolve();
        board.subscribe(look);
        look();
      });
      expect(board.state().failures).to.deep.equal([]);
    } finally {
      board.close();
    }
    const env = { TOCSIN_URL: daemon.core, TOCSIN_INGEST_URL: daemon.ingest, TOCSIN_TOKEN: token };
    const { stdout } = await tocsin(["doctor", "--json"], { env });
    expect(stdout).to.contain("Send the header x-organization-id: shop.").and.not.contain("service-6");
    const printed = await tocsin(["board"], { env });
    expect(printed.stderr).to.contain("Warning: Telemetry without the header x-organization-id was refused 1 time");
  });
});
