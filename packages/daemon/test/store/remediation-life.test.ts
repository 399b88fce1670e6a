import { expect } from "chai";
import type { CatalogStore } from "../../src/catalog/write.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { environmentKey, type RemediationAction } from "../../src/model/remediation.ts";
import type { TimelineEvent } from "../../src/model/timeline-event.ts";
import { approveRemediation } from "../../src/remediate/approve.ts";
import type { GivenRequest } from "../../src/remediate/asked.ts";
import { sha256 } from "../../src/remediate/audit-chain.ts";
import { canonicalJson } from "../../src/remediate/canonical.ts";
import { conventionalAim, isBuiltIn } from "../../src/remediate/execute/aims.ts";
import { type Aim, ExecutionRefused, type Wanted } from "../../src/remediate/executor.ts";
import { expireApprovals } from "../../src/remediate/expire.ts";
import { builtInPolicy } from "../../src/remediate/policy/built-in.ts";
import type { Policy, PolicyRule } from "../../src/remediate/policy/policy.ts";
import { rejectRemediation } from "../../src/remediate/reject.ts";
import {
  previewRemediation,
  type RemediationDeps,
  type Requester,
  requestRemediation,
} from "../../src/remediate/request.ts";
import { createCatalogStore } from "../../src/store/catalog/store.ts";
import type { Database } from "../../src/store/database.ts";
import { createIncidentStore } from "../../src/store/incident/store.ts";
import { createActionStore } from "../../src/store/remediation/actions.ts";
import { executionJobTable } from "../../src/store/remediation/tables.ts";
import { diagnosisOf, fixOf } from "./diagnosis-sample.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER, opened } from "./samples.ts";

const anna: Requester = { scope: { ...ACME, actor: "Anna" }, subject: "anna@acme" };
const ben: Requester = { scope: { ...ACME, actor: "Ben" }, subject: "ben@acme" };

/** What everything is let through by, or what denies everything. */
const ruleOf = (verdict: PolicyRule["verdict"]): PolicyRule => ({
  name: `all-${verdict}`,
  verdict,
  organizations: [],
  actions: [],
  environments: [],
  severities: [],
  services: [],
  fourEyes: undefined,
  approvalTtlMs: undefined,
  reason: "It is a test.",
});

onEachEngine("The life of a remediation action", (fresh) => {
  let store: Fresh;
  let database: Database;
  let incidents: IncidentStore;
  let catalog: CatalogStore;
  let deps: RemediationDeps;
  let policy: Policy;
  let now: number;
  /** What stands in for the world that is acted on. */
  let aim: (wanted: Wanted) => Promise<Aim>;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    now = NOW;
    policy = builtInPolicy(NOW);
    aim = async (wanted) => conventionalAim(wanted, "shop");
    const clock = { now: () => now };
    incidents = createIncidentStore(database, clock);
    catalog = createCatalogStore(database);
    deps = {
      actions: createActionStore(database),
      incidents,
      catalog,
      policy: { current: () => policy },
      executorOf: (actionType) => (isBuiltIn(actionType) ? { aim: (_scope, wanted) => aim(wanted) } : undefined),
      mode: "simulate",
      clock,
    };
  });
  afterEach(() => store.drop());

  const open = async (given: Parameters<typeof incident>[0] = {}, scope = ACME): Promise<string> =>
    opened(
      await incidents.create(
        scope,
        incident({
          organizationId: scope.organizationId,
          primaryService: "checkout",
          environment: "production",
          ...given,
        }),
        [],
      ),
    ).id;
  const request = async (given: Partial<GivenRequest> = {}, by = anna): Promise<RemediationAction> =>
    requestRemediation(deps, by, {
      incidentId: given.incidentId ?? (await open()),
      actionType: "restart-service",
      ...given,
    });
  const approve = (id: string, reason?: string, by = ben) => approveRemediation(deps, by, id, reason);
  const reject = (id: string, reason?: string) => rejectRemediation(deps.actions, ben, id, reason, now);
  const get = (id: string): Promise<RemediationAction> => deps.actions.get(ACME, id);
  const refused = (work: Promise<unknown>): Promise<ApplicationError> =>
    work.then(
      () => {
        throw new Error("It was taken.");
      },
      (error: unknown) => error as ApplicationError,
    );
  const timeline = async (incidentId: string, type: TimelineEvent["type"]): Promise<readonly TimelineEvent[]> =>
    (await incidents.timeline(ACME, incidentId)).filter((event) => event.type === type);
  const audited = async (id: string): Promise<readonly string[]> =>
    (await deps.actions.audit(ACME, id, 100)).map(({ event }) => event);
  const jobs = (): Promise<number> => database.reader.count(executionJobTable);
  const resolve = (id: string) =>
    incidents.change(ACME, id, () => ({
      fields: { status: "RESOLVED", resolvedAt: now },
      timeline: [],
      announce: true,
    }));

  describe("A request", () => {
    it("takes from the incident what it doesn't say, and waits for a person in production", async () => {
      const incidentId = await open({ severity: "CRITICAL", environment: " Prod " });
      const action = await request({ incidentId });
      expect(action).to.deep.include({
        incidentId,
        organizationId: "acme",
        status: "PENDING_APPROVAL",
        performedBy: "anna@acme",
        serviceName: "checkout",
        environment: "prod",
        severity: "CRITICAL",
        origin: "person",
        approvalExpiresAt: NOW + 60 * MINUTE_MS,
        verification: null,
      });
      expect(environmentKey(action.environment)).to.equal("production");
      expect(action.plan.target).to.deep.include({ serviceName: "checkout", environment: "prod", namespace: "shop" });
      expect(action.planHash).to.equal(sha256(canonicalJson(action.plan)));
      expect(action.details["policy"]).to.deep.include({ verdict: "manual", version: policy.version });
      expect(await get(action.id)).to.deep.equal(action);
      expect(await jobs()).to.equal(0);
    });

    it("of an incident without a primary service acts on the first that is affected", async () => {
      const incidentId = await open({ primaryService: null, affectedServices: ["cart", "checkout"] });
      expect((await request({ incidentId })).serviceName).to.equal("cart");
    });

    it("is told of on the timeline and in the audit log, with every rule that spoke", async () => {
      const action = await request({ environment: "staging" });
      expect(action).to.include({ status: "QUEUED", queuedAt: NOW, approvalExpiresAt: null });
      const [event, ...more] = await timeline(action.incidentId, "remediation_requested");
      expect(more).to.deep.equal([]);
      expect(event?.actor).to.equal("Anna");
      expect(event?.metadata).to.deep.include({
        actionId: action.id,
        actionType: "restart-service",
        serviceName: "checkout",
        environment: "staging",
        status: "QUEUED",
        verdict: "auto",
      });
      expect(event?.metadata["rules"]).to.include.members(["restarts-elsewhere", "cooldown"]);
      const [entry] = await deps.actions.audit(ACME, action.id, 10);
      expect(entry?.content).to.deep.include({
        planHash: action.planHash,
        plan: action.plan,
        performedBy: "anna@acme",
      });
      expect(await jobs()).to.equal(1);
    });

    it("of an action that nobody knows is denied by name", async () => {
      const incidentId = await open();
      const error = await refused(request({ incidentId, actionType: "format-disk" }));
      expect(error.code).to.equal("unprocessable");
      expect(error.violations.join()).to.contain("unknown-action").and.to.contain("format-disk");
      expect(await deps.actions.history(ACME, incidentId)).to.deep.equal([]);
    });

    it("that guardrails block is refused with all of them", async () => {
      await request({ environment: "staging" });
      const incidentId = await open();
      await resolve(incidentId);
      const error = await refused(request({ incidentId, environment: "staging" }));
      for (const name of ["open-incident-only", "cooldown", "concurrent-per-service"]) {
        expect(
          error.violations.filter((each) => each.startsWith(name)),
          name,
        ).to.have.lengthOf(1);
      }
      expect(await deps.actions.history(ACME, incidentId)).to.deep.equal([]);
    });

    it("that has nothing to act on is refused, and a preview says so", async () => {
      aim = () => Promise.reject(new ExecutionRefused("No deployment is named checkout in shop."));
      const incidentId = await open();
      const error = await refused(request({ incidentId }));
      expect([error.code, error.violations]).to.deep.equal([
        "unprocessable",
        ["No deployment is named checkout in shop."],
      ]);
      const preview = await previewRemediation(deps, ACME, { incidentId, actionType: "restart-service" });
      expect(preview.violations).to.deep.equal(error.violations);
      expect(preview.status).to.equal(undefined);
    });

    it("counts the services that call the one acted on, directly and through others, each once", async () => {
      await catalog.setDependencies(ACME, "web", ["cart", "checkout"], NOW);
      await catalog.setDependencies(ACME, "cart", ["checkout", "cart"], NOW);
      await catalog.setDependencies(ACME, "checkout", ["web", "ledger"], NOW);
      await catalog.setDependencies(OTHER, "theirs", ["checkout"], NOW);
      expect((await request()).plan.blastRadius).to.equal(2);
      expect((await request({ serviceName: "ledger" })).plan.blastRadius).to.equal(3);
      expect((await request({ serviceName: "nowhere" })).plan.blastRadius).to.equal(0);
      expect(await catalog.countUpstream(ACME, "ledger", 2)).to.equal(2);
    });

    it("takes parameters that fit into a row alone", async () => {
      const incidentId = await open();
      const nested = JSON.parse(`${'{"a":'.repeat(9)}1${"}".repeat(9)}`) as Record<string, unknown>;
      for (const parameters of [nested, { note: "x".repeat(17_000) }, { replicas: 3 }]) {
        const error = await refused(request({ incidentId, parameters }));
        expect([error.code, error.details[0]?.path.startsWith("/parameters")]).to.deep.equal(["invalid", true]);
      }
      expect((await refused(request({ incidentId, actionType: "scale-service" }))).code).to.equal("invalid");
      expect(await deps.actions.history(ACME, incidentId)).to.deep.equal([]);
    });
  });

  describe("A suggested fix", () => {
    const fixes = [
      fixOf({ id: "fix-1", actionType: "scale-service", parameters: { replicas: 3 }, service: "ledger" }),
      fixOf({ id: "fix-2", title: "Look at it by hand" }),
    ];
    const diagnosed = () =>
      open({ diagnosisStatus: "COMPLETED", diagnosis: diagnosisOf({ suggestedFixes: fixes }), environment: "staging" });

    it("waits for a person also where policy lets everything through", async () => {
      policy = { ...policy, rules: [ruleOf("auto")] };
      const incidentId = await diagnosed();
      const action = await request({ incidentId, actionType: "scale-service", suggestionId: "fix-1" });
      expect(action).to.deep.include({
        status: "PENDING_APPROVAL",
        origin: "suggestion",
        suggestionId: "fix-1",
        serviceName: "ledger",
        parameters: { replicas: 3 },
      });
      const other = await request({
        incidentId,
        actionType: "delete-pod",
        parameters: { pod: "a" },
        suggestionId: "fix-2",
      });
      expect(other).to.include({ status: "PENDING_APPROVAL", serviceName: "checkout" });
      expect(await request({ incidentId })).to.include({ status: "QUEUED", origin: "person", suggestionId: null });
    });

    it("is one of the incident's own, and is asked for as what it is", async () => {
      const incidentId = await diagnosed();
      const of = (given: Partial<GivenRequest>) => refused(request({ incidentId, ...given }));
      expect((await of({ suggestionId: "fix-3" })).code).to.equal("not_found");
      const mistaken = await of({ suggestionId: "fix-1", actionType: "restart-service" });
      expect([mistaken.code, mistaken.details[0]?.path]).to.deep.equal(["invalid", "/actionType"]);
      expect((await refused(request({ suggestionId: "fix-1" }))).code).to.equal("not_found");
    });
  });

  describe("An approval", () => {
    it("queues the action once, whoever asks again", async () => {
      const { id } = await request();
      now += MINUTE_MS;
      expect(await approve(id, " Looked at it. ")).to.deep.equal({ status: "QUEUED" });
      const action = await get(id);
      expect(action).to.include({ status: "QUEUED", queuedAt: now, approvalExpiresAt: null });
      expect(action.details["approval"]).to.deep.equal({
        by: "ben@acme",
        name: "Ben",
        at: toIso(now),
        reason: "Looked at it.",
      });
      expect(action.details).to.have.property("policy").and.to.not.have.property("override");
      now += MINUTE_MS;
      expect(await approve(id, "again")).to.deep.equal({ status: "QUEUED" });
      expect(await get(id)).to.deep.equal(action);
      expect([await audited(id), await jobs()]).to.deep.equal([["requested", "approved"], 1]);
      expect(await timeline(action.incidentId, "remediation_approved")).to.have.lengthOf(1);
    });

    it("and a rejection at once leave one of the two", async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await request({ serviceName: `service-${round}` });
        const before = await jobs();
        const [approved, rejected] = await Promise.allSettled([approve(id), reject(id)]);
        const { status } = await get(id);
        expect(status).to.be.oneOf(["QUEUED", "REJECTED"]);
        expect(approved).to.deep.include({ value: { status } });
        expect(rejected.status).to.equal(status === "REJECTED" ? "fulfilled" : "rejected");
        expect((await jobs()) - before).to.equal(status === "QUEUED" ? 1 : 0);
      }
    });

    it("is somebody else's where the policy wants four eyes", async () => {
      policy = { ...policy, fourEyes: true };
      const { id } = await request();
      const error = await refused(approve(id, "I am in a hurry", { ...anna, scope: { ...anna.scope, actor: "Ben" } }));
      expect(error.code).to.equal("forbidden");
      expect((await get(id)).status).to.equal("PENDING_APPROVAL");
      expect(await approve(id)).to.deep.equal({ status: "QUEUED" });
    });

    it("of a plan that no longer fits is refused, and names what changed", async () => {
      const { id } = await request();
      await catalog.setDependencies(ACME, "web", ["checkout"], NOW);
      const error = await refused(approve(id, "all the same"));
      expect(error.code).to.equal("conflict");
      expect(error.message).to.contain("blastRadius was 0 and is 1");
      aim = async (wanted) => {
        const found = conventionalAim(wanted, "shop");
        return { ...found, target: { ...found.target, uid: "another" } };
      };
      expect((await refused(approve(id))).message).to.contain('target.uid was absent and is "another"');
      aim = () => Promise.reject(new ExecutionRefused("The deployment checkout is gone."));
      expect((await refused(approve(id))).message).to.contain("The deployment checkout is gone.");
      expect(await get(id)).to.include({ status: "PENDING_APPROVAL", updatedAt: NOW });
      expect(await audited(id)).to.deep.equal(["requested"]);
    });

    it("that a guardrail blocks says which, and changes nothing but the audit log", async () => {
      const action = await request();
      await resolve(action.incidentId);
      now += MINUTE_MS;
      for (const reason of [undefined, "", " \n"]) {
        const answer = await approve(action.id, reason);
        expect(answer.status).to.equal("POLICY_VIOLATION");
        if (answer.status !== "POLICY_VIOLATION") continue;
        expect(answer.violations).to.have.lengthOf(1);
        expect(answer.violations[0]).to.match(/^open-incident-only: .*RESOLVED/);
        expect(answer.detail).to.contain("reason");
      }
      expect(await get(action.id)).to.deep.equal(action);
      expect(await audited(action.id)).to.deep.equal(["requested", ...Array(3).fill("approval_blocked")]);
      expect(await jobs()).to.equal(0);
    });

    it("overrides guardrails with a reason, and both are kept", async () => {
      const { id, incidentId } = await request();
      await resolve(incidentId);
      const blocked = await approve(id);
      expect(await approve(id, "The customer waits")).to.deep.equal({ status: "QUEUED" });
      const { details } = await get(id);
      expect(details["override"]).to.deep.equal({
        reason: "The customer waits",
        violations: "violations" in blocked ? blocked.violations : [],
        guardrails: ["open-incident-only"],
      });
      const [event] = await timeline(incidentId, "remediation_approved");
      expect(event?.metadata).to.deep.include({ overridden: ["open-incident-only"], status: "QUEUED" });
      expect(event?.detail).to.contain("The customer waits");
    });

    it("overrides no denial", async () => {
      const { id } = await request();
      policy = { ...policy, rules: [ruleOf("deny")] };
      const answer = await approve(id, "I insist");
      expect(answer.status).to.equal("POLICY_VIOLATION");
      expect("detail" in answer && answer.detail).to.contain("denies");
      expect((await get(id)).status).to.equal("PENDING_APPROVAL");
    });

    it("isn't another organization's", async () => {
      const { id } = await request();
      const stranger = { scope: OTHER, subject: "eve" };
      expect((await refused(approve(id, "mine", stranger))).code).to.equal("not_found");
      expect((await refused(rejectRemediation(deps.actions, stranger, id, undefined, now))).code).to.equal("not_found");
      expect((await get(id)).status).to.equal("PENDING_APPROVAL");
    });
  });

  describe("A rejection", () => {
    it("keeps who, why and what policy had said, and queues nothing", async () => {
      const { id, incidentId, details } = await request();
      await reject(id, "Not now");
      const action = await get(id);
      expect(action).to.include({ status: "REJECTED", finishedAt: now, approvalExpiresAt: null, error: null });
      expect(action.details).to.deep.equal({
        ...details,
        rejection: { by: "ben@acme", name: "Ben", at: toIso(now), reason: "Not now" },
      });
      expect((await deps.actions.audit(ACME, id, 10))[1]?.content["policy"]).to.deep.equal(details["policy"]);
      expect((await timeline(incidentId, "remediation_rejected"))[0]?.detail).to.equal("Reason: Not now");
      expect([await approve(id), await jobs()]).to.deep.equal([{ status: "REJECTED" }, 0]);
    });

    it("of what doesn't wait names its status", async () => {
      const { id } = await request({ environment: "staging" });
      const error = await refused(reject(id));
      expect([error.code, error.message]).to.deep.equal([
        "invalid",
        "The action is QUEUED; only PENDING_APPROVAL actions can be rejected.",
      ]);
    });
  });

  describe("An approval that nobody gives", () => {
    const expire = () => expireApprovals({ actions: deps.actions, clock: deps.clock });

    it("lapses into REJECTED, and not a moment before", async () => {
      const { id, incidentId } = await request();
      now = NOW + 60 * MINUTE_MS - 1;
      await expire();
      expect((await get(id)).status).to.equal("PENDING_APPROVAL");
      now += 1;
      expect(await expire()).to.equal(1);
      const action = await get(id);
      expect(action.status).to.equal("REJECTED");
      expect(action.details["rejection"]).to.deep.equal({
        by: "system",
        name: "system",
        at: toIso(now),
        reason: "Its approval lapsed after 60 minutes.",
      });
      const [event] = await timeline(incidentId, "remediation_rejected");
      expect(event).to.deep.include({ actor: "system", detail: "Its approval lapsed after 60 minutes." });
      expect(await expire()).to.equal(0);
      expect(await audited(id)).to.deep.equal(["requested", "expiry_told", "expired"]);
    });

    it("is told of once before that", async () => {
      const { id, incidentId } = await request();
      await expire();
      expect(await timeline(incidentId, "note")).to.deep.equal([]);
      now = NOW + 50 * MINUTE_MS;
      await expire();
      await expire();
      const [event, ...more] = await timeline(incidentId, "note");
      expect(more).to.deep.equal([]);
      expect(event?.metadata).to.deep.include({ eventKind: "approval_expiring", actionId: id });
      expect(event?.detail).to.contain("10 minutes");
      expect(await get(id)).to.include({ status: "PENDING_APPROVAL", expiryTold: true });
    });

    it("can't be given any more, also before the daemon has noticed", async () => {
      policy = { ...policy, approvalTtlMs: 5 * MINUTE_MS };
      const { id } = await request();
      now = NOW + 5 * MINUTE_MS;
      expect(await approve(id, "too late")).to.deep.equal({ status: "REJECTED" });
      expect((await get(id)).details["rejection"]).to.deep.include({ reason: "Its approval lapsed after 5 minutes." });
      expect(await jobs()).to.equal(0);
    });
  });
});
