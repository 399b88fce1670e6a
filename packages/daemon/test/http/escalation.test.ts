import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { roundToTenth } from "../../src/kernel/rounding.ts";
import { core, drained, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
interface Deadline {
  readonly dueAt: string;
  readonly minutesRemaining: number;
  readonly breached: boolean;
}
interface Plan {
  readonly state: string;
  readonly primaryService: string;
  readonly ownerTeam: string;
  readonly escalationPolicy: string;
  readonly blastRadiusCount: number;
  readonly reason: string;
  readonly dependents: readonly string[];
  readonly timeToAcknowledge: Deadline;
  readonly timeToEscalate: Deadline;
  readonly suggestedTargets: readonly (Member & { readonly reason: string })[];
}
interface Incident {
  readonly id: string;
  readonly createdAt: string;
  readonly environment: string;
  readonly assigneeId: string | null;
  readonly status: string;
}

interface ChangeRisk {
  readonly reasons: readonly string[];
  readonly topChangeReason: string;
}

const hundredth = (value: number): number => Math.round(value * 100) / 100;

const ENTRY = {
  ownerTeam: "payments",
  tier: "tier-1",
  escalationPolicy: "payments-primary",
  environment: "staging",
  slo: { objectivePct: 99.5, windowDays: 28 },
};

describe("the service catalog, escalation and change risk over HTTP", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let organization = "";
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    organization = `graph-${++last}`;
    token = tokenOf(organization, { name: "Ada" });
  });
  after(() => daemon.stop());

  const ask = (method: string, path: string, body?: unknown, as = token): Promise<Answer> =>
    core(daemon, path, { method, token: as, body });
  const entryPath = (service: string, rest = ""): string => `/services/catalog/${encodeURIComponent(service)}${rest}`;
  const put = (service: string, more: object = {}): Promise<Answer> =>
    ask("PUT", entryPath(service), { ...ENTRY, ...more });
  const calls = (service: string, dependencies: unknown): Promise<Answer> =>
    ask("PUT", entryPath(service, "/dependencies"), { dependencies });
  const open = (...affectedServices: string[]): Promise<Incident> => openAs("CRITICAL", ...affectedServices);
  const openAs = async (severity: string, ...affectedServices: string[]): Promise<Incident> => {
    const body = { title: "Broken", description: "none", severity, affectedServices };
    const answer = await ask("POST", "/incidents", body);
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Incident>();
  };
  const read = async <Body>(path: string): Promise<Body> => {
    const answer = await ask("GET", path);
    expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
    return answer.json<Body>();
  };
  const onCall = async (name: string): Promise<Member> => {
    const added = (await ask("POST", "/team", { name, email: `${name}@example.com` })).json<Member>();
    await ask("PATCH", `/team/${added.id}/on-call`, { isOnCall: true });
    return added;
  };

  it("writes, reads, lists, renames and removes an entry, whatever its name", async () => {
    const name = "a/b ü?%#'__proto__";
    const written = await put(name);
    expect(written.json()).to.deep.include({ ...ENTRY, serviceName: name, dependencies: [] });
    expect(await read(entryPath(name))).to.deep.equal(written.json());
    // What was read can be written back.
    expect(
      (await ask("PUT", entryPath(name), { ...written.json<object>(), slo: null, environment: null })).status,
    ).to.equal(200);
    expect(await read("/services/catalog")).to.deep.equal([await read(entryPath(name))]);
    const renamed = await ask("POST", entryPath(name, "/rename"), { serviceName: " plain " });
    expect(renamed.json()).to.include({ serviceName: "plain", slo: null });
    expect((await ask("POST", entryPath(name, "/rename"), { serviceName: "x" })).status).to.equal(404);
    await put("taken");
    expect((await ask("POST", entryPath("plain", "/rename"), { serviceName: "taken" })).status).to.equal(409);
    expect((await ask("DELETE", entryPath("plain"))).json()).to.deep.equal({ deleted: true });
    expect((await ask("DELETE", entryPath("plain"))).status).to.equal(404);
    expect((await ask("GET", entryPath("plain"))).status).to.equal(404);
  });

  it("refuses what is no entry, no name and no set of dependencies", async () => {
    for (const wrong of [
      { ownerTeam: " " },
      { ownerTeam: "x".repeat(201) },
      { tier: "tier-4" },
      { slo: { objectivePct: 100, windowDays: 28 } },
      { slo: { objectivePct: 99 } },
      { environment: 5 },
    ]) {
      expect((await put("api", wrong)).status, JSON.stringify(wrong)).to.equal(400);
    }
    for (const wrong of [null, "db", [""], ["  "], [7], ["x".repeat(201)], Array(501).fill("x")]) {
      expect((await calls("api", wrong)).status, JSON.stringify(wrong)?.slice(0, 40)).to.equal(400);
    }
    for (const wrong of ["", " ", 5, "x".repeat(201)]) {
      expect((await ask("POST", entryPath("api", "/rename"), { serviceName: wrong })).status).to.equal(400);
    }
    expect((await ask("PUT", "/services/catalog/%20", ENTRY)).status).to.equal(400);
    expect(await read("/services/catalog")).to.deep.equal([]);
  });

  it("asks for policy:update to write, and shows other organizations nothing", async () => {
    await put("api");
    const reader = tokenOf(organization, { permissions: ["incidents:view"] });
    for (const [method, path, body] of [
      ["PUT", entryPath("api"), ENTRY],
      ["PUT", entryPath("api", "/dependencies"), { dependencies: [] }],
      ["DELETE", entryPath("api"), undefined],
      ["POST", entryPath("api", "/rename"), { serviceName: "b" }],
    ] as const) {
      expect((await ask(method, path, body, reader)).status, `${method} ${path}`).to.equal(403);
      if (method !== "PUT") expect((await ask(method, path, body, tokenOf("strangers"))).status).to.equal(404);
    }
    expect((await ask("GET", entryPath("api"), undefined, reader)).status).to.equal(200);
    expect((await ask("GET", entryPath("api"), undefined, tokenOf("strangers"))).status).to.equal(404);
  });

  it("gives a manual incident the environment of its first service, else unknown", async () => {
    await put("api");
    await put("bare", { environment: null });
    expect((await open(" api ", "bare")).environment).to.equal("staging");
    expect((await open("bare", "api")).environment).to.equal("unknown");
    expect((await open("nobody-knows-it")).environment).to.equal("unknown");
    expect((await open()).environment).to.equal("unknown");
  });

  it("plans with owner, policy, blast radius and dependents of the primary service", async () => {
    const ada = await onCall("ada");
    await put("api");
    await put("bank");
    await calls("api", ["bank", "mail"]);
    await calls("bank", ["ledger", "api"]);
    await calls("shop", ["api"]);
    const { id, createdAt } = await open("api");
    const plan = await read<Plan>(`/incidents/${id}/escalation-plan`);
    expect(plan).to.deep.include({
      state: "on_track",
      primaryService: "api",
      ownerTeam: "payments",
      escalationPolicy: "payments-primary",
      blastRadiusCount: 3,
      dependents: ["bank", "shop"],
    });
    expect(plan.reason).to.match(/2 edges are unmapped: no catalog entry for mail and ledger/);
    expect(Date.parse(plan.timeToAcknowledge.dueAt) - Date.parse(createdAt)).to.equal(5 * MINUTE_MS);
    expect(plan.suggestedTargets.map(({ id: target }) => target)).to.deep.equal([ada.id]);
  });

  it("counts both deadlines by hand, for each severity", async () => {
    for (const [severity, acknowledge, escalate] of [
      ["CRITICAL", 5, 15],
      ["HIGH", 15, 30],
      ["MEDIUM", 60, 240],
      ["LOW", 240, 1440],
    ] as const) {
      const { id, createdAt } = await openAs(severity, "api");
      const before = Date.now();
      const plan = await read<Plan>(`/incidents/${id}/escalation-plan`);
      const after = Date.now();
      for (const [{ dueAt, minutesRemaining, breached }, minutes] of [
        [plan.timeToAcknowledge, acknowledge],
        [plan.timeToEscalate, escalate],
      ] as const) {
        const due = Date.parse(createdAt) + minutes * MINUTE_MS;
        expect([Date.parse(dueAt), breached]).to.deep.equal([due, false]);
        expect(minutesRemaining).to.be.within(
          roundToTenth((due - after) / MINUTE_MS),
          roundToTenth((due - before) / MINUTE_MS),
        );
      }
    }
  });

  it("escalates to the best one or the one named, and answers 404 for a stranger's member", async () => {
    const [ada, bob] = [await onCall("ada"), await onCall("bob")];
    const { id } = await open("api");
    const path = `/incidents/${id}/escalate`;
    const stranger = "01900000-0000-7000-8000-000000000000";
    expect((await ask("POST", path, { targetId: stranger })).status).to.equal(404);
    expect((await read<Incident>(`/incidents/${id}`)).assigneeId).to.equal(null);
    expect((await ask("POST", path)).json()).to.deep.include({
      escalated: true,
      target: { id: ada.id, name: "ada", email: "ada@example.com" },
      state: "escalated",
    });
    expect((await ask("POST", path, {})).json<{ target: Member }>().target.id).to.equal(bob.id);
    expect((await ask("POST", path, { targetId: bob.id })).json<{ target: Member }>().target.id).to.equal(bob.id);
    expect(await read(`/incidents/${id}`)).to.include({ assigneeId: bob.id, status: "INVESTIGATING" });
    expect((await read<Plan>(`/incidents/${id}/escalation-plan`)).state).to.equal("escalated");
    const types = (await read<{ type: string }[]>(`/incidents/${id}/events`)).map(({ type }) => type);
    expect(types.filter((type) => type === "escalated")).to.have.length(3);
    expect((await ask("POST", path, { targetId: 5 })).status).to.equal(400);
    const headers = { "content-type": "application/json" };
    const empty = await core(daemon, path, { method: "POST", token, headers });
    expect(empty.status, "a type, but no body").to.equal(200);
  });

  it("answers that it didn't escalate where there is nobody or the incident is over", async () => {
    const { id } = await open();
    const answer = (await ask("POST", `/incidents/${id}/escalate`)).json();
    expect(answer).to.include({ escalated: false, target: null, state: "on_track" });
    await onCall("ada");
    await ask("PATCH", `/incidents/${id}/status`, { status: "CLOSED" });
    const over = (await ask("POST", `/incidents/${id}/escalate`)).json();
    expect(over).to.include({ escalated: false, target: null, state: "closed" });
  });

  it("reckons the change risk by hand, from deployments of the service and of what it calls", async () => {
    await put("api", { environment: "production" });
    await calls("api", ["bank"]);
    await calls("bank", ["ledger"]);
    const begin = Date.now();
    const deployed = (service: string, minutes: number, environment = "production") => ({
      service,
      version: `${service}-${minutes}`,
      environment,
      timestamp: new Date(begin - minutes * MINUTE_MS).toISOString(),
    });
    const suspects = [
      [deployed("api", 300, "PROD"), 1],
      [deployed("bank", 1), 0.7],
      [deployed("web", 150), 0.9],
      [deployed("ledger", 2), 0.4],
    ] as const;
    const elsewhere = [deployed("api", 5, "staging"), deployed("bank", 7, "staging")];
    const outOfReach = [deployed("unrelated", 1), deployed("api", 60 * 25)];
    for (const body of [...suspects.map(([each]) => each), ...elsewhere, ...outOfReach]) {
      expect((await ingest(daemon, "/events/deployments", body, { organization })).status).to.equal(202);
    }
    await drained(daemon, { organization });
    const { id, createdAt } = await openAs("HIGH", "api", "web");

    const confidences = suspects.map(([{ timestamp }, relation]) => {
      const time = hundredth(0.5 ** ((Date.parse(createdAt) - Date.parse(timestamp)) / (120 * MINUTE_MS)));
      return hundredth(time * relation * 1 * 0.85);
    });
    const highest = Math.max(...confidences);
    expect(confidences.indexOf(highest), "the one that bank had").to.equal(1);
    const risk = await read<ChangeRisk>(`/incidents/${id}/change-risk`);
    expect(risk).to.include({
      changeCount: suspects.length,
      maxChangeConfidence: highest,
      score: roundToTenth(100 * highest * 0.9),
      state: "high",
    });
    expect(risk.topChangeReason).to.equal(risk.reasons[0]);
    expect(risk.topChangeReason).to.match(/^bank-1 of bank was deployed to production/);
    for (const confidence of confidences) expect(risk.reasons.join()).to.contain(`confidence ${confidence} =`);
    expect(risk.reasons).to.include(`Deployments to other environments, left out: ${elsewhere.length}.`);
  });

  it("answers every read of an incident whose service was renamed, removed or never known", async () => {
    await put("api");
    await calls("shop", ["api"]);
    const [renamed, removed] = [await open("api"), await open("shop")];
    await ask("POST", entryPath("api", "/rename"), { serviceName: "gateway" });
    await put("shop");
    await ask("DELETE", entryPath("shop"));
    for (const { id } of [renamed, removed, await open()]) {
      for (const part of ["", "/events", "/escalation-plan", "/change-risk"]) await read(`/incidents/${id}${part}`);
    }
    const plan = await read<Plan>(`/incidents/${renamed.id}/escalation-plan`);
    expect(plan).to.include({ primaryService: "api", ownerTeam: "" });
    expect((await ask("GET", `/incidents/${crypto.randomUUID()}/change-risk`)).status).to.equal(404);
  });
});
