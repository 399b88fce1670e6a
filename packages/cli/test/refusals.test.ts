import { type IngestionRefusal, Tocsin } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { boardFrame } from "../src/board/board-frame.ts";
import type { BoardState } from "../src/board/board-state.ts";
import { createBoardStore } from "../src/board/board-store.ts";
import { screenReaderLines } from "../src/board/screen-reader-view.ts";
import type { Finding } from "../src/doctor/finding.ts";
import { checkTelemetryOrganization } from "../src/doctor/login-checks.ts";
import { readSettings } from "../src/session/settings.ts";
import { plainPaint } from "../src/text/paint.ts";
import { afterEvents, boardWith, now, numbered, pressKeys } from "./board-states.ts";
import { fakeSession } from "./fake-session.ts";
import { incident, json, refusal as refusedWith } from "./fake-tocsin.ts";
import { type RealDaemon, startRealDaemon } from "./real-daemon.ts";
import { tocsin, tokenOf } from "./run.ts";

const refusal = (fields: Partial<IngestionRefusal> = {}): IngestionRefusal => ({
  organizationId: "default",
  reason: "default_service_limit",
  count: 12,
  firstAt: "2026-11-20T07:58:00.000Z",
  lastAt: "2026-11-20T08:03:00.000Z",
  services: [],
  advice: "Send the header x-organization-id: shop",
  ...fields,
});

const whole = (lines: readonly string[]): string => lines.join(" ").replaceAll(/\s+/g, " ");

describe("the board's warning of refused telemetry", () => {
  const warned = (columns: number, rows = 30, ...refusals: readonly IngestionRefusal[]): BoardState =>
    afterEvents(boardWith(numbered(50), { size: { columns, rows } }), {
      type: "refusals",
      refusals: refusals.length > 0 ? refusals : [refusal()],
    });

  for (const columns of [40, 60, 80, 120, 250])
    it(`shows the advice without a key, at ${columns} columns`, () => {
      for (const rows of [12, 30]) {
        const lines = boardFrame(warned(columns, rows), now, plainPaint);
        expect(lines).to.have.length(rows - 1);
        for (const line of lines) expect(stringWidth(line), line).to.be.at.most(columns);
        expect(lines.some((line) => line.includes("x-organization-id: shop."))).to.equal(true);
        expect(whole(lines))
          .to.match(/! Telemetry without the header x-organization-id was refused 12 times, last at \d\d:03\./)
          .and.contain("Send the header x-organization-id: shop.")
          .and.contain("[2 un");
      }
    });

  it("stays visible in every mode", () => {
    for (const keys of [["enter"], ["?"], ["c", "x"], ["r"], ["4"]])
      expect(whole(boardFrame(pressKeys(warned(80), ...keys).state, now, plainPaint))).to.contain(
        "x-organization-id: shop",
      );
  });

  it("is missing without refusals, and disappears with them", () => {
    const gone = afterEvents(warned(80), { type: "refusals", refusals: [] });
    expect(boardFrame(gone, now, plainPaint)).to.deep.equal(
      boardFrame(boardWith(numbered(50), { size: { columns: 80, rows: 30 } }), now, plainPaint),
    );
  });

  it("is dismissed by esc after everything else, until more is refused", () => {
    const filtered = pressKeys(warned(80), "/", "n", "enter").state;
    const once = pressKeys(filtered, "escape").state;
    expect(once.filter).to.equal("");
    expect(whole(boardFrame(once, now, plainPaint))).to.contain("was refused");
    const away = pressKeys(once, "escape").state;
    expect(whole(boardFrame(away, now, plainPaint))).not.to.contain("was refused");
    const same = afterEvents(away, { type: "refusals", refusals: [refusal()] });
    expect(whole(boardFrame(same, now, plainPaint))).not.to.contain("was refused");
    const again = afterEvents(away, {
      type: "refusals",
      refusals: [refusal({ count: 13, lastAt: "2026-11-20T08:04:00.000Z" })],
    });
    expect(whole(boardFrame(again, now, plainPaint))).to.contain("was refused 13 times");
  });

  it("shows a reason and the count of others", () => {
    const full = refusal({ reason: "service_limit", organizationId: "shop", advice: "Raise TOCSIN_SERVICES_MAX" });
    expect(whole(boardFrame(warned(120, 30, full, refusal()), now, plainPaint)))
      .to.contain("Telemetry of services beyond the organization's limit was refused 12 times")
      .and.contain("Raise TOCSIN_SERVICES_MAX. 1 more: tocsin doctor");
  });

  it("is a constant sentence for a screen reader", () => {
    const before = screenReaderLines(warned(80), now);
    expect(before).to.include(
      "Warning: Telemetry without the header x-organization-id was refused. Send the header x-organization-id: shop.",
    );
    expect(
      screenReaderLines(warned(80, 30, refusal({ count: 99, lastAt: "2026-11-20T08:04:00.000Z" })), now),
    ).to.deep.equal(before);
  });

  it("has no control sequences of a server", () => {
    const hostile = "bad\u001b]0;pwned\u0007\u001b[2J\u202e\nnext";
    const bad = refusal({ advice: hostile, services: [hostile], reason: hostile as IngestionRefusal["reason"] });
    for (const line of [
      ...boardFrame(warned(80, 30, bad), now, plainPaint),
      ...screenReaderLines(warned(80, 30, bad), now),
    ])
      expect(line).not.to.match(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  });
});

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
