import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { environmentAttack } from "./environment-attack.ts";

interface Row {
  readonly id: string;
  readonly status: string;
  readonly details: {
    readonly policy: { readonly rules: readonly { readonly rule: string; readonly reason: string }[] };
  };
}

describe("A requester whose claims are compared", function () {
  this.timeout(60_000);
  const world = environmentAttack();

  it("doesn't act on production from an incident in dev by naming another service, or its deployment", async () => {
    const { id } = await world.fatal("toy", "dev");
    world.expectDenied(await world.request(id, { serviceName: "payments" }), "the catalog's production");
    world.expectDenied(await world.request(id, { serviceName: "Payments" }), "spelled otherwise");
    world.expectDenied(await world.request(id, { serviceName: "nobody-knows-it" }), "one that nobody knows");
    const deployment = await world.request(id, { parameters: { deployment: "payments" } });
    world.expectDenied(deployment, "its deployment");
    expect(deployment.text, "the catalog was asked for the deployment").not.to.contain("nothing else says");
    world.expectDenied(
      await world.request(id, { parameters: { namespace: "shop-prod" } }),
      "a namespace of production",
    );
  });

  it("doesn't place a service by an incident that names it beside one in dev", async () => {
    const body = { title: "It fails", description: "none", severity: "HIGH", affectedServices: ["toy", "ledger"] };
    const { id } = (await core(world.daemon, "/incidents", { body })).json<Row>();
    world.expectDenied(await world.request(id, { serviceName: "ledger" }), "the second service of a manual incident");
  });

  it("doesn't lower how far an action reaches by spelling the service otherwise", async () => {
    for (const caller of ["web", "app"]) {
      const body = { dependencies: ["toy"] };
      await core(world.daemon, `/services/catalog/${caller}/dependencies`, { method: "PUT", body });
    }
    const { id } = await world.fatal("toy", "dev");
    const reach = async (more: object): Promise<number> => {
      const body = { incidentId: id, actionType: "restart-service", ...more };
      const answer = await core(world.daemon, "/remediation/preview", { method: "POST", body });
      return answer.json<{ plan: { blastRadius: number } }>().plan.blastRadius;
    };
    expect([await reach({}), await reach({ serviceName: "TOY" })]).to.deep.equal([2, 2]);
    expect(await reach({ serviceName: "other", parameters: { deployment: "toy" } })).to.equal(2);
  });

  it("has what contradicts shown to whoever looks, and kept in the audit log", async () => {
    const { id } = await world.fatal("toy", "dev");
    const answer = await world.request(id, { environment: "qa" });
    expect(answer.status, answer.text).to.equal(201);
    const row = answer.json<Row>();
    expect(row.status).to.equal("PENDING_APPROVAL");
    const words = row.details.policy.rules.find(({ rule }) => rule === "environment-differs")?.reason;
    expect(words).to.equal(
      "The catalog has toy in dev; the incident is in dev; the action names qa. The strictest verdict of all holds.",
    );
    const audit = await core(world.daemon, `/remediation/actions/${row.id}/audit`);
    expect(audit.text).to.contain("the action names qa").and.contain('"source":"catalog"');
  });

  it("has actions counted by their target, by whatever names it is asked for", async () => {
    const body = { ownerTeam: "shop", tier: "tier-1", environment: "dev" };
    await core(world.daemon, "/services/catalog/Doll_House", { method: "PUT", body });
    const statuses: number[] = [];
    for (const serviceName of ["doll-house", "Doll House", "doll_house", "DOLL-HOUSE"]) {
      const { status } = await world.request(await world.manual(serviceName), { environment: "dev" });
      statuses.push(status);
    }
    expect(statuses).to.deep.equal([201, 201, 422, 422]);
  });
});
