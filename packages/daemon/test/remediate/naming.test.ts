import { expect } from "chai";
import fc from "fast-check";
import type { Incident } from "../../src/model/incident.ts";
import { targetKeyOf, targetNamesOf } from "../../src/model/remediation-target.ts";
import { canBeSamePerson } from "../../src/model/spoofed-name.ts";
import { hashOf } from "../../src/remediate/actions/remediation-plan.ts";
import { decide } from "../../src/remediate/policy/decide.ts";
import type { Policy, PolicyDecision, PolicyFacts } from "../../src/remediate/policy/policy.ts";
import { type GivenRequest, parseRequest } from "../../src/remediate/requests/parse-request.ts";
import { questionOf } from "../../src/remediate/requests/policy-question.ts";
import { conventionalTarget } from "../../src/remediate/targets/built-in-actions.ts";
import { inShop } from "../store/remediation-world.ts";
import { environmentNumber } from "../support/environment-number.ts";
import { ACTIONS, catalogs, incidents, names, policies } from "./naming-samples.ts";
import { NOW, quiet } from "./policy-samples.ts";

/** Set to 100000 to look longer; every run of the suite looks at these. */
const RUNS = environmentNumber("TOCSIN_PROPERTY_RUNS", 2000);

/** As a request is judged in the mode simulate: asked, planned, decided. */
function judge(
  policy: Policy,
  incident: Incident,
  catalog: PolicyFacts["catalogEnvironments"],
  request: Omit<GivenRequest, "incidentId">,
): PolicyDecision {
  const asked = parseRequest(incident, { incidentId: incident.id, ...request });
  const resolved = conventionalTarget(asked, inShop);
  const { actionType, serviceName, environment } = asked;
  const target = { serviceName, environment, ...resolved.target };
  const plan = {
    actionType,
    mode: "simulate",
    target,
    parameters: resolved.parameters,
    blastRadius: 0,
    rollback: null,
  } as const;
  const about = new Set(
    [serviceName, incident.primaryService, ...targetNamesOf(plan)].map((name) => name?.toLowerCase()),
  );
  const facts: PolicyFacts = {
    ...quiet,
    incidentEnvironment: incident.environment,
    incidentSeverity: incident.severity,
    incidentServices: [incident.primaryService as string, ...incident.affectedServices],
    catalogEnvironments: catalog.filter((entry) => about.has(entry.serviceName)),
  };
  const planned = { plan, planHash: hashOf(plan), currentReplicas: null };
  return decide(policy, questionOf("acme", asked, planned), facts, "request", NOW);
}

/** Denied, then held back by a window, then a person's, then by itself. */
const strictness = ({ verdict, blockedBy }: PolicyDecision): number =>
  verdict === "deny" ? 3 : blockedBy.length > 0 ? 2 : verdict === "manual" ? 1 : 0;

describe("What a request names", function () {
  this.timeout(600_000);

  it("never makes the verdict milder than naming nothing does", () => {
    fc.assert(
      fc.property(
        policies,
        incidents,
        catalogs,
        fc.constantFrom(...ACTIONS),
        names,
        (policy, about, catalog, actionType, named) => {
          const parameters = actionType === "scale-service" ? { replicas: 3 } : {};
          const [plain, given] = [{}, named].map((more) =>
            judge(policy, about, catalog, { actionType, parameters, ...more }),
          );
          expect(strictness(given as PolicyDecision)).to.be.at.least(strictness(plain as PolicyDecision));
          if (plain?.fourEyes) expect(given?.fourEyes).to.equal(true);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("never changes what guardrails count by, as long as the target is the same", () => {
    fc.assert(
      fc.property(incidents, names, (about, { environment, severity }) => {
        const keyOf = (more: object): string => {
          const asked = parseRequest(about, { incidentId: about.id, actionType: "restart-service", ...more });
          const { target } = conventionalTarget(asked, inShop);
          const named = { serviceName: asked.serviceName, environment: asked.environment };
          return targetKeyOf({ actionType: asked.actionType, mode: "live", target: { ...named, ...target } });
        };
        const given = { ...(environment ? { environment } : {}), ...(severity ? { severity } : {}) };
        expect(keyOf(given)).to.equal(keyOf({}));
        expect(keyOf({ ...given, serviceName: about.affectedServices[0]?.toUpperCase() })).to.equal(keyOf({}));
      }),
      { numRuns: RUNS },
    );
  });
});

describe("Whoever approves", () => {
  it("is the requester, however their name is spelled", () => {
    for (const name of ["Bob@corp.com", "bob@corp.com ", "bob@corp.com\u200b", "bоb@corp.com", "ｂob@corp.com"]) {
      expect(canBeSamePerson("bob@corp.com", name), JSON.stringify(name)).to.equal(true);
    }
    for (const name of ["rob@corp.com", "bob@corp.org", "bobby@corp.com"]) {
      expect(canBeSamePerson("bob@corp.com", name), name).to.equal(false);
    }
  });
});
