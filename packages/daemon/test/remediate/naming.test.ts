import { expect } from "chai";
import fc from "fast-check";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { type Incident, severities } from "../../src/model/incident.ts";
import { environmentKey } from "../../src/model/remediation.ts";
import { targetKeyOf, targetNamesOf } from "../../src/model/remediation-target.ts";
import { canBeSamePerson } from "../../src/model/spoofed-name.ts";
import { hashOf } from "../../src/remediate/actions/remediation-plan.ts";
import { decide } from "../../src/remediate/policy/decide.ts";
import type { Policy, PolicyDecision, PolicyFacts, PolicyRule } from "../../src/remediate/policy/policy.ts";
import { type GivenRequest, parseRequest } from "../../src/remediate/requests/parse-request.ts";
import { questionOf } from "../../src/remediate/requests/policy-question.ts";
import { conventionalTarget } from "../../src/remediate/targets/built-in-actions.ts";
import { inShop } from "../store/remediation-world.ts";
import { incident as sampleIncident } from "../store/samples.ts";
import { environmentNumber } from "../support/environment-number.ts";
import { NOW, policyOf, quiet, rule } from "./policy-samples.ts";

/** Set to 100000 to look longer; every run of the suite looks at these. */
const RUNS = environmentNumber("TOCSIN_PROPERTY_RUNS", 2000);

const SERVICES = ["checkout", "cart", "payments"] as const;
const ENVIRONMENTS = ["production", "prod", "staging", "dev", "unknown"] as const;
const ACTIONS = ["restart-service", "scale-service", "rollback-deployment"] as const;
const NAMESPACES = ["shop", "shop-prod"] as const;

const someOf = <Item>(items: readonly Item[]) => fc.subarray([...items]);

const rules: fc.Arbitrary<readonly PolicyRule[]> = fc
  .array(
    fc.record({
      verdict: fc.constantFrom("auto", "manual", "deny" as const),
      environments: someOf(ENVIRONMENTS).map((names) => names.map(environmentKey)),
      severities: someOf(severities),
      services: someOf(SERVICES),
      actions: someOf(ACTIONS),
      fourEyes: fc.constantFrom(undefined, true, false, "live" as const),
    }),
    { maxLength: 6 },
  )
  .map((all) => all.map((fields, at) => rule(`rule-${at}`, fields)));

const windows = fc
  .array(
    fc.record({
      environments: someOf(ENVIRONMENTS).map((names) => names.map(environmentKey)),
      effect: fc.constantFrom("deny", "manual" as const),
    }),
    { maxLength: 2 },
  )
  .map((all) =>
    all.map((window, at) => ({
      ...window,
      name: `window-${at}`,
      reason: "It is a test.",
      organizations: [],
      when: { from: NOW - MINUTE_MS, to: NOW + MINUTE_MS },
    })),
  );

const namespaces = fc.array(
  fc.record({ namespace: fc.constantFrom(...NAMESPACES, "*-prod"), environment: fc.constantFrom("production", "dev") }),
  { maxLength: 2 },
);

const policies: fc.Arbitrary<Policy> = fc
  .record({ rules, windows, namespaces })
  .map(({ rules: own, ...rest }) => policyOf(own, {}, rest));

const incidents: fc.Arbitrary<Incident> = fc
  .record({
    environment: fc.constantFrom(...ENVIRONMENTS, "prоduction"),
    severity: fc.constantFrom(...severities),
    affectedServices: fc.subarray([...SERVICES], { minLength: 1 }),
  })
  .map((fields) => sampleIncident({ ...fields, primaryService: fields.affectedServices[0] ?? null }));

const catalogs: fc.Arbitrary<PolicyFacts["catalogEnvironments"]> = fc.uniqueArray(
  fc.record({
    serviceName: fc.constantFrom(...SERVICES),
    environment: fc.constantFrom("production", "staging", "dev"),
  }),
  { selector: ({ serviceName }) => serviceName },
);

/** What a request may say of the same action: where it is, how bad it is, and which service is meant. */
const names = fc.record(
  {
    environment: fc.constantFrom(...ENVIRONMENTS, "  Staging ", "ｄｅｖ", "qa"),
    severity: fc.constantFrom(...severities),
    serviceName: fc.constantFrom(...SERVICES, "Checkout", "toy"),
  },
  { requiredKeys: [] },
);

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

describe("A name that passes for another", () => {
  const about = sampleIncident({ environment: "staging", affectedServices: ["payments"], primaryService: "payments" });
  const asked = (more: Partial<GivenRequest>) =>
    parseRequest(about, { incidentId: about.id, actionType: "restart-service", ...more }, [
      "production",
      "prod",
      "dev1",
    ]);

  for (const [what, name] of [
    ["with a Cyrillic letter in it", "prоduction"],
    ["of Cyrillic letters alone", "ргоԁ"],
    ["with a zero for an o", "pr0duction"],
    ["with a zero-width space in it", "prod\u200b"],
    ["with a soft hyphen in it", "pro\u00adduction"],
    ["with a tag character in it", "dev\u{e0061}"],
    ["with a blank letter of Braille in it", "prod\u2800"],
    ["that reads from right to left", "\u202eved"],
    ["that looks like one the policy knows", "devl"],
    ["that looks like Latin and isn't", "ѕtаgе"],
  ] as const) {
    it(`is refused as an environment: one ${what}`, () => {
      expect(() => asked({ environment: name }))
        .to.throw("looks like another")
        .with.property("code", "ambiguous_name");
    });
  }

  it("is refused as a service's, too", () => {
    expect(() => asked({ serviceName: "раyments" })).to.throw("looks like another");
    expect(() => asked({ serviceName: "payments\u2060" })).to.throw("looks like another");
  });

  it("is taken where it is a name of its own", () => {
    for (const environment of ["продакшн", "оса", "生产", "café", "qa-2", "Staging ", "ＰＲＯＤ"]) {
      expect(asked({ environment }).environment, environment).to.equal(
        environment.normalize("NFKC").trim().toLowerCase(),
      );
    }
    expect(asked({ serviceName: "платежи" }).serviceName).to.equal("платежи");
    expect(asked({ serviceName: "ｃart" }).serviceName).to.equal("cart");
  });
});
