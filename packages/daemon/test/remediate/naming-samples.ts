import fc from "fast-check";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { type Incident, severities } from "../../src/model/incident.ts";
import { environmentKey } from "../../src/model/remediation.ts";
import type { Policy, PolicyFacts, PolicyRule } from "../../src/remediate/policy/policy.ts";
import { incident as sampleIncident } from "../store/samples.ts";
import { NOW, policyOf, rule } from "./policy-samples.ts";

export const SERVICES = ["checkout", "cart", "payments"] as const;

export const ENVIRONMENTS = ["production", "prod", "staging", "dev", "unknown"] as const;

export const ACTIONS = ["restart-service", "scale-service", "rollback-deployment"] as const;

export const NAMESPACES = ["shop", "shop-prod"] as const;

export const someOf = <Item>(items: readonly Item[]) => fc.subarray([...items]);

export const rules: fc.Arbitrary<readonly PolicyRule[]> = fc
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

export const windows = fc
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

export const namespaces = fc.array(
  fc.record({ namespace: fc.constantFrom(...NAMESPACES, "*-prod"), environment: fc.constantFrom("production", "dev") }),
  { maxLength: 2 },
);

export const policies: fc.Arbitrary<Policy> = fc
  .record({ rules, windows, namespaces })
  .map(({ rules: own, ...rest }) => policyOf(own, {}, rest));

export const incidents: fc.Arbitrary<Incident> = fc
  .record({
    environment: fc.constantFrom(...ENVIRONMENTS, "prоduction"),
    severity: fc.constantFrom(...severities),
    affectedServices: fc.subarray([...SERVICES], { minLength: 1 }),
  })
  .map((fields) => sampleIncident({ ...fields, primaryService: fields.affectedServices[0] ?? null }));

export const catalogs: fc.Arbitrary<PolicyFacts["catalogEnvironments"]> = fc.uniqueArray(
  fc.record({
    serviceName: fc.constantFrom(...SERVICES),
    environment: fc.constantFrom("production", "staging", "dev"),
  }),
  { selector: ({ serviceName }) => serviceName },
);

/** What a request may say of the same action: where it is, how bad it is, and which service is meant. */
export const names = fc.record(
  {
    environment: fc.constantFrom(...ENVIRONMENTS, "  Staging ", "ｄｅｖ", "qa"),
    severity: fc.constantFrom(...severities),
    serviceName: fc.constantFrom(...SERVICES, "Checkout", "toy"),
  },
  { requiredKeys: [] },
);
