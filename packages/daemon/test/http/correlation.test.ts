import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { tokenOf } from "../support/tokens.ts";
import { correlationRequests, type Rule } from "./correlation-requests.ts";

describe("correlation over HTTP", function () {
  this.timeout(30_000);
  const world = correlationRequests();

  it("keeps rules as they are given, in the order in which they are tried", async () => {
    const first = await world.makeRule({ name: " padded ", priority: 7.5, enabled: false });
    expect(first).to.deep.include({ name: "padded", description: "why", priority: 7.5, enabled: false });
    expect(first.conditions).to.deep.equal({ ...world.conditions, severities: null, signalTypes: null });
    const severities = ["HIGH", "CRITICAL"];
    const second = await world.makeRule({
      priority: 9,
      conditions: { ...world.conditions, severities, signalTypes: [] },
    });
    const third = await world.makeRule({ priority: 7.5 });
    expect((await world.get("/correlation/rules")).json()).to.deep.equal([second, first, third]);
    expect((await world.get(`/correlation/rules/${second.id}`)).json()).to.deep.equal(second);
    const changed = (await world.send("PUT", `/correlation/rules/${second.id}`, { priority: -1 })).json<Rule>();
    expect(changed).to.deep.include({ id: second.id, priority: -1, conditions: second.conditions });
    const narrowed = { conditions: { matchFields: ["severity"], timeWindowMinutes: 0.5 } };
    const replaced = (await world.send("PUT", `/correlation/rules/${second.id}`, narrowed)).json<Rule>();
    expect(replaced.conditions).to.deep.equal({ ...narrowed.conditions, severities: null, signalTypes: null });
    expect((await world.send("DELETE", `/correlation/rules/${first.id}`)).json()).to.deep.equal({ deleted: true });
    for (const method of ["GET", "PUT", "DELETE"]) {
      const body = method === "PUT" ? {} : undefined;
      expect((await world.send(method, `/correlation/rules/${first.id}`, body)).status, method).to.equal(404);
    }
  });

  it("takes of a change what a rule has, and of nothing else", async () => {
    const rule = await world.makeRule();
    const [otherOrganization, id] = ["org-of-somebody-else", "01900000-0000-7000-8000-000000000000"];
    const more = { organizationId: otherOrganization, id, createdAt: 0, seq: 1, unknown: true };
    const answer = await world.send("PUT", `/correlation/rules/${rule.id}`, { ...more, priority: 3 });
    expect(answer.status, answer.text).to.equal(200);
    const changed = answer.json<Rule & { updatedAt: string }>();
    expect(changed).to.deep.equal({ ...rule, priority: 3, updatedAt: changed.updatedAt });
    expect((await world.get("/correlation/rules")).json()).to.deep.equal([changed]);
    const elsewhere = await core(world.daemon, "/correlation/rules", { token: tokenOf(otherOrganization) });
    expect(elsewhere.json()).to.deep.equal([]);
  });

  it("begins with the first page where the cursor of the decisions is empty", async () => {
    await world.create();
    expect((await world.decisions("?limit=1&cursor=")).length).to.equal(1);
  });

  it("refuses rules that the document doesn't describe, naming the field", async () => {
    const cases: readonly (readonly [more: object, path: string])[] = [
      [{ name: "  " }, "/name"],
      [{ action: "delete" }, "/action"],
      [{ priority: 1001 }, "/priority"],
      [{ conditions: { ...world.conditions, matchFields: [] } }, "/conditions/matchFields"],
      [{ conditions: { ...world.conditions, matchFields: ["service", "service"] } }, "/conditions/matchFields"],
      [{ conditions: { ...world.conditions, timeWindowMinutes: 0 } }, "/conditions/timeWindowMinutes"],
      [{ conditions: { ...world.conditions, timeWindowMinutes: 43_201 } }, "/conditions/timeWindowMinutes"],
    ];
    const { id } = await world.makeRule();
    for (const [more, path] of cases) {
      for (const answer of [
        await world.send("POST", "/correlation/rules", { ...world.ruleBody, ...more }),
        await world.send("PUT", `/correlation/rules/${id}`, more),
      ]) {
        expect(answer.status, answer.text).to.equal(400);
        const details = answer.json<{ details?: { path: string }[] }>().details ?? [];
        expect(
          details.map((each) => each.path),
          answer.text,
        ).to.include(path);
      }
    }
    expect((await world.get("/correlation/rules")).json<Rule[]>()).to.have.length(1);
  });
});
