import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { EscalationStep } from "../../src/signal/escalation-clock.ts";
import type { EscalationFacts } from "../../src/signal/escalation-facts.ts";
import { NOW } from "../store/samples.ts";

export const catalogued = {
  serviceName: "checkout",
  ownerTeam: "Payments Team",
  tier: "tier-1",
  escalationPolicy: "payments-primary",
  environment: "production",
  slo: null,
  dependencies: [],
  updatedAt: NOW,
} as const;

export const facts = (given: Partial<EscalationFacts> = {}): EscalationFacts => ({
  entry: catalogued,
  downstream: { calls: new Map(), edgesTo: new Map(), cutOff: false },
  dependents: [],
  owners: new Map(),
  members: [],
  steps: [],
  ...given,
});

export const step = (
  minutes: number,
  type: EscalationStep["type"],
  metadata: EscalationStep["metadata"],
  actor = "Ada",
): EscalationStep => ({ type, actor, metadata, createdAt: NOW + minutes * MINUTE_MS });
