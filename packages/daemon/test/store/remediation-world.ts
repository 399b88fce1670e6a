import { createActionStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import type { CatalogStore } from "../../src/catalog/change-catalog.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { type Incident, UNKNOWN_ENVIRONMENT } from "../../src/model/incident.ts";
import type { RemediationAction } from "../../src/model/remediation.ts";
import type { TimelineEvent } from "../../src/model/timeline-event.ts";
import { APPROVE_PERMISSION, builtInPolicy } from "../../src/remediate/policy/built-in-policy.ts";
import type { Policy, PolicyRule } from "../../src/remediate/policy/policy.ts";
import { type Approval, approveRemediation } from "../../src/remediate/requests/approve-action.ts";
import type { GivenRequest } from "../../src/remediate/requests/parse-request.ts";
import { rejectRemediation } from "../../src/remediate/requests/reject-action.ts";
import {
  type RemediationDeps,
  type Requester,
  requestRemediation,
} from "../../src/remediate/requests/request-action.ts";
import { conventionalTarget, isBuiltIn } from "../../src/remediate/targets/built-in-actions.ts";
import type { ActionRequest, ResolvedTarget } from "../../src/remediate/targets/executor.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import { executionJobTable } from "../../src/store/remediation/remediation-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { ACME, incident, NOW, opened } from "./samples.ts";

export const inShop = (named = "shop"): string => named;

export const anna: Requester = {
  scope: { ...ACME, actor: "Anna", permissions: [APPROVE_PERMISSION] },
  subject: "anna@acme",
};
export const ben: Requester = {
  scope: { ...ACME, actor: "Ben", permissions: [APPROVE_PERMISSION] },
  subject: "ben@acme",
};

/** By which everything is let through, or nothing. */
export const ruleOf = (verdict: PolicyRule["verdict"]): PolicyRule => ({
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

/** What requests and approvals are made of, over a real database, with a time and a policy of the test's own. */
export interface RemediationWorld {
  readonly deps: RemediationDeps;
  readonly catalog: CatalogStore;
  now: number;
  policy: Policy;
  /** What there is to act on. */
  resolveTarget: (wanted: ActionRequest) => Promise<ResolvedTarget>;
  open(given?: Partial<Incident>): Promise<string>;
  /** Restarts checkout, unless it says otherwise, for an incident of its own. */
  request(given?: Partial<GivenRequest>): Promise<RemediationAction>;
  approve(id: string, reason?: string, by?: Requester): Promise<Approval>;
  reject(id: string, reason?: string): Promise<RemediationAction>;
  get(id: string): Promise<RemediationAction>;
  history(incidentId: string): Promise<readonly RemediationAction[]>;
  resolve(incidentId: string): Promise<unknown>;
  timeline(incidentId: string, type: TimelineEvent["type"]): Promise<readonly TimelineEvent[]>;
  audited(id: string): Promise<readonly string[]>;
  /** Executions that were ever queued. */
  jobs(): Promise<number>;
}

export function remediationWorld(database: Database): RemediationWorld {
  const clock = { now: () => world.now };
  const incidents: IncidentStore = createIncidentStore(database, clock);
  const catalog = createCatalogStore(database);
  const actions = createActionStore(database);
  const deps: RemediationDeps = {
    actions,
    incidents,
    catalog,
    policy: { current: () => world.policy },
    executorOf: (actionType) =>
      isBuiltIn(actionType) ? { resolveTarget: (_scope, wanted) => world.resolveTarget(wanted) } : undefined,
    mode: "simulate",
    clock,
  };
  const world: RemediationWorld = {
    deps,
    catalog,
    now: NOW,
    policy: builtInPolicy(NOW),
    resolveTarget: async (wanted) => conventionalTarget(wanted, inShop),
    open: async (given = {}) =>
      opened(await incidents.create(ACME, incident({ environment: UNKNOWN_ENVIRONMENT, ...given }), [])).id,
    request: async (given = {}) =>
      requestRemediation(deps, anna, {
        incidentId: given.incidentId ?? (await world.open(aboutThe(given))),
        actionType: "restart-service",
        ...given,
      }),
    approve: (id, reason, by = ben) => approveRemediation(deps, by, id, reason),
    reject: (id, reason) => rejectRemediation(actions, ben, id, reason, world.now),
    get: (id) => actions.get(ACME, id),
    history: (incidentId) => actions.history(ACME, incidentId),
    resolve: (id) =>
      incidents.change(ACME, id, () => ({
        fields: { status: "RESOLVED", resolvedAt: world.now },
        timeline: [],
        announce: true,
      })),
    timeline: async (incidentId, type) =>
      (await incidents.timeline(ACME, incidentId)).filter((event) => event.type === type),
    audited: async (id) => (await actions.audit(ACME, id, 100)).map(({ event }) => event),
    jobs: () => database.reader.count(executionJobTable),
  };
  return world;
}

/** The incident is where the request says, and about its service: what contradicts is tried on its own. */
const aboutThe = ({ environment, serviceName }: Partial<GivenRequest>): Partial<Incident> => ({
  ...(environment === undefined ? {} : { environment }),
  ...(serviceName === undefined ? {} : { primaryService: serviceName, affectedServices: [serviceName] }),
});

/** What it throws. */
export const refused = (work: Promise<unknown>): Promise<ApplicationError> =>
  work.then(
    () => {
      throw new Error("It was taken.");
    },
    (error: unknown) => error as ApplicationError,
  );
