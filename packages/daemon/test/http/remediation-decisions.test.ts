import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { core } from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";
import { waitFor } from "../support/wait.ts";
import { type Body, remediationCluster } from "./remediation-cluster.ts";

describe("Decisions about remediation over HTTP", function () {
  this.timeout(30_000);
  const world = remediationCluster();

  it("approves, with and without a body; a second time answers what it has become", async () => {
    for (const body of [undefined, {}, { reason: "Looked at it" }]) {
      const { id } = await world.request({ serviceName: `service-${body?.reason}-${body}` });
      const answer = await world.approve(id, body);
      expect([answer.status, answer.json<Body>()]).to.deep.equal([200, { status: "QUEUED", mode: "simulate" }]);
      const row = await world.rowOf(id);
      expect(row.details["approval"]).to.deep.include({ by: "approver", name: "Ben", reason: body?.reason ?? null });
      const again = await world.approve(id);
      expect(again.status).to.equal(200);
      expect(again.json<Body>()["status"]).to.be.oneOf(["QUEUED", "EXECUTING", "COMPLETED"]);
      const events = await world.read<{ event: string }[]>(`/remediation/actions/${id}/audit`);
      expect(events.filter(({ event }) => event === "approved")).to.have.lengthOf(1);
    }
  });

  it("answers 200 with POLICY_VIOLATION where a guardrail blocks, and takes a reason for an override", async () => {
    const { id, incidentId, updatedAt } = await world.request();
    await world.resolve(incidentId);
    const blocked = await world.approve(id, { reason: "" });
    expect(blocked.status).to.equal(200);
    const { status, violations, detail } = blocked.json<{ status: string; violations: string[]; detail: string }>();
    expect([status, violations.length]).to.deep.equal(["POLICY_VIOLATION", 1]);
    expect(detail).to.contain("reason");
    expect(await world.rowOf(id)).to.include({ status: "PENDING_APPROVAL", updatedAt });
    expect((await world.approve(id, { reason: "It must be" })).json<Body>()).to.deep.equal({
      status: "QUEUED",
      mode: "simulate",
    });
    expect((await world.rowOf(id)).details["override"]).to.deep.include({ reason: "It must be", violations });
  });

  it("answers 409 where the plan isn't what was requested, naming what differs", async () => {
    const { id } = await world.request({ serviceName: "ledger" });
    const body = { dependencies: ["ledger"] };
    await core(world.daemon, "/services/catalog/web/dependencies", { method: "PUT", token: world.tokenOf("a"), body });
    const answer = await world.approve(id, { reason: "all the same" });
    expect(answer.status).to.equal(409);
    expect(answer.json<ErrorBody>().message).to.contain("blastRadius was 0 and is 1");
    expect((await world.rowOf(id)).status).to.equal("PENDING_APPROVAL");
  });

  it("rejects, and says of what can't be rejected what it is", async () => {
    const { id } = await world.request();
    const answer = await world.reject(id, { reason: "Not now" });
    expect([answer.status, answer.json<Body>()]).to.deep.equal([200, { status: "REJECTED" }]);
    const row = await world.rowOf(id);
    expect(row.details["rejection"]).to.deep.include({ by: "rejecter", name: "Rita", reason: "Not now" });
    const again = await world.reject(id);
    expect(again.status).to.equal(400);
    expect(again.json<ErrorBody>().message).to.equal(
      "The action is REJECTED in the mode simulate; only PENDING_APPROVAL actions can be rejected.",
    );
    expect((await world.approve(id)).json<Body>()).to.deep.equal({ status: "REJECTED", mode: "simulate" });
    expect(await world.rowOf(id)).to.deep.equal(row);
  });

  it("rejects by itself what nobody approved in time", async () => {
    const { id } = await world.request();
    // An hour ago, as far as the daemon can tell.
    const database = new Database(join(world.daemon.dataDir, "tocsin.db"));
    database.prepare("update remediation_action set approval_expires_at = 1 where id = ?").run(id);
    database.close();
    const row = await waitFor(
      async () => {
        const found = await world.rowOf(id);
        return found.status === "REJECTED" && found;
      },
      { within: 15_000, what: "the end of the approval" },
    );
    expect(row.details["rejection"]).to.deep.include({ by: "system" });
  });
});
