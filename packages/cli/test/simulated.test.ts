import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RemediationAction, RemediationStats } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { boardFrame } from "../src/board/board-frame.ts";
import { reduceBoard } from "../src/board/board-reducer.ts";
import { detailLines } from "../src/board/detail-pane.ts";
import { screenReaderLines } from "../src/board/screen-reader-view.ts";
import { actionStatuses, statusCell, statusText } from "../src/format/action-status.ts";
import { listTable } from "../src/format/listing.ts";
import { actionListing, pendingListing } from "../src/format/remediation-action.ts";
import { plainPaint } from "../src/text/paint.ts";
import { action, boardWith, now, numbered, pressKeys } from "./board-states.ts";
import { type RealDaemon, startRealDaemon } from "./real-daemon.ts";
import { tocsin } from "./run.ts";

describe("a simulated action, from its request to its end, with a real daemon", function () {
  this.timeout(120_000);
  const home = mkdtempSync(path.join(tmpdir(), "tocsin-simulated-home-"));
  let daemon: RealDaemon;
  let env: Record<string, string>;
  let incident: string;
  let id: string;

  const run = async (...args: string[]) => {
    const done = await tocsin(args, { env });
    expect(done.code, `${args.join(" ")}: ${done.stderr}`).to.equal(0);
    return done;
  };
  const out = async (...args: string[]): Promise<string> => (await run(...args)).stdout;
  const json = async <Answer>(...args: string[]): Promise<Answer> => JSON.parse(await out(...args, "--json")) as Answer;

  before(async () => {
    daemon = await startRealDaemon();
    const token = daemon.token("acme");
    env = { XDG_CONFIG_HOME: home, TOCSIN_URL: daemon.core, TOCSIN_INGEST_URL: daemon.ingest, TOCSIN_TOKEN: token };
    const created = ["incident", "create", "Checkout answers 500", "--severity", "high", "--service", "checkout"];
    incident = (await json<{ id: string }>(...created)).id;
  });
  after(async () => {
    await daemon.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it("remediation request shows that it would be simulated, like --dry-run", async () => {
    const wanted = ["remediation", "request", incident, "restart-service"];
    expect(await out(...wanted, "--dry-run")).to.contain("PENDING_APPROVAL (would be simulated)");
    const stdout = await out(...wanted);
    expect(stdout).to.contain(
      "simulated restart-service of checkout in unknown: PENDING_APPROVAL (would be simulated)",
    );
    id = stdout.slice(0, 8);
  });

  it("remediation pending, list and incident show say that it would be simulated", async () => {
    for (const words of [
      ["remediation", "pending"],
      ["remediation", "list"],
      ["incident", "show", incident],
    ]) {
      expect(await out(...words), words.join(" ")).to.match(/would be simulated|simulated restart-service/);
    }
  });

  it("remediation approve --wait says SIMULATED, and never COMPLETED", async () => {
    const { stdout, stderr } = await run("remediation", "approve", id, "--yes", "--wait");
    expect(stdout).to.contain(`${id} PENDING_APPROVAL (would be simulated) → QUEUED (would be simulated)`);
    expect(stdout).to.contain("simulated restart-service of checkout in unknown: SIMULATED.");
    expect(stdout + stderr).not.to.contain("COMPLETED");
  });

  for (const words of [
    ["remediation", "history"],
    ["remediation", "list"],
    ["remediation", "list", "-o", "csv"],
    ["remediation", "show"],
    ["remediation", "audit"],
    ["remediation", "wait"],
    ["remediation", "approve", "--yes"],
    ["incident", "show"],
    ["incident", "timeline"],
    ["incident", "postmortem"],
  ]) {
    it(`${words.join(" ")} says SIMULATED, and never COMPLETED`, async () => {
      const about = ["history", "timeline", "postmortem"].includes(words[1] ?? "") || words[0] === "incident";
      const args = words[1] === "list" ? words : [...words, about ? incident : id];
      const { stdout, stderr } = await run(...args);
      expect(stdout).to.contain("SIMULATED");
      expect(stdout + stderr).not.to.contain("COMPLETED");
      expect(stdout).not.to.match(/\bcompleted\b/i);
    });
  }

  it("remediation stats counts it apart, and shows no success", async () => {
    const text = await out("remediation", "stats");
    expect(text).to.match(/^completed +0$/m);
    expect(text).to.match(/^SIMULATED +1: nothing was changed/m);
    expect(text).to.match(/^success +no action was executed$/m);
    expect(await json<RemediationStats>("remediation", "stats")).to.deep.include({ completed: 1, simulated: 1 });
  });

  it("leaves the incident OPEN, with nobody assigned", async () => {
    expect(await json("incident", "show", incident)).to.include({ status: "OPEN", assigneeId: null });
  });

  it("doctor and remediation policy show the mode", async () => {
    expect(await out("doctor")).to.contain("actions are SIMULATED");
    expect(await out("remediation", "policy")).to.contain("simulate: actions are SIMULATED");
  });

  it("--json keeps the status of the API, with the mode", async () => {
    expect(await json("remediation", "show", id)).to.include({ status: "COMPLETED", mode: "simulate" });
  });
});

describe("a simulated action in lists and on the board", () => {
  const withStatus = (status: RemediationAction["status"], mode: RemediationAction["mode"] = "simulate") =>
    action({ id: `a${actionStatuses.indexOf(status)}`, status, mode });
  const all = actionStatuses.map((status) => withStatus(status));

  it("has a simulated text in every status", () => {
    for (const status of actionStatuses) {
      expect(statusText({ status, mode: "simulate" })).to.match(/simulated/i);
      expect(statusCell({ status, mode: "simulate" }).text).to.contain("SIMULATED");
      expect(statusText({ status, mode: "live" })).to.equal(status);
      expect(statusCell({ status, mode: "live" }).text).to.equal(status);
    }
    expect(statusText({ status: "COMPLETED", mode: "simulate" })).to.equal("SIMULATED");
  });

  for (const width of [40, 80, 200]) {
    it(`says so in each row at ${width} cells`, () => {
      for (const listing of [actionListing(all), pendingListing(all)]) {
        const [, ...rows] = listTable(listing, { width, now, paint: plainPaint }).split("\n");
        expect(rows).to.have.length(all.length);
        for (const row of rows) {
          expect(row).to.contain("SIMULATED");
          expect(stringWidth(row)).to.be.at.most(width);
        }
      }
    });

    it(`says so on a board of ${width} columns, among approvals and in the incident's actions`, () => {
      const start = { size: { columns: width, rows: 60 } };
      const approvals = pressKeys(boardWith(numbered(2), start, { type: "pending", actions: [action()] }), "4").state;
      expect(boardFrame(approvals, now, plainPaint).join("\n")).to.contain("simulated restart");
      expect(screenReaderLines(approvals, now).join(" ")).to.contain("simulated restart-service");
      const id = "00000000-id";
      const details = { type: "details", id, details: { actions: [withStatus("COMPLETED")] } } as const;
      const opened = [{ type: "pending", actions: [] } as const, details].reduce(
        (state, event) => reduceBoard(state, event).state,
        pressKeys(boardWith(numbered(1), start), "enter").state,
      );
      for (const tab of ["overview", "actions"] as const) {
        const text = detailLines({ ...opened, tab }, now, plainPaint)
          .join(" ")
          .replace(/\s+/g, " ");
        expect(text, tab).to.contain("SIMULATED");
        expect(text, tab).not.to.contain("COMPLETED");
      }
    });
  }
});
