import type { RemediationPolicy } from "@tocsin/sdk";

export type Rule = RemediationPolicy["rules"][number];
export const rule = (name: string, fields: Partial<Rule> = {}): Rule => ({
  name,
  verdict: "manual",
  actions: [],
  environments: [],
  severities: [],
  services: [],
  fourEyes: false,
  approvalTtlMinutes: 60,
  reason: "Somebody has to look at it before it is done.",
  ...fields,
});
export const policy: RemediationPolicy = {
  source: "file",
  version: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
  mode: "simulate",
  loadedAt: "2026-11-20T08:00:00.000Z",
  rules: [
    rule("production-asks", { environments: ["production"] }),
    rule("staging-runs", { verdict: "auto", environments: ["staging"], actions: ["restart-service"] }),
    rule("shop-only", { services: ["shop-*-api", "db"] }),
  ],
  guardrails: {
    actionsPerHour: 5,
    cooldownMinutes: null,
    concurrent: null,
    concurrentPerService: 1,
    maxReplicas: 20,
    replicasChangeFactor: null,
    blastRadius: null,
    openIncidentOnly: true,
  },
  windows: [
    {
      name: "weekend",
      effect: "deny",
      reason: "Nobody is there\u001b[2J.",
      environments: ["production"],
      from: null,
      to: null,
      cron: "0 18 * * 5",
      timeZone: "Europe/Berlin",
      durationMinutes: 3600,
      open: false,
      changesAt: "2026-11-20T17:00:00.000Z",
    },
  ],
  actions: [
    {
      type: "restart-service",
      description: "Restarts it.",
      executedBy: "tocsin",
      parameters: [{ name: "grace", type: "integer", required: false, description: "Seconds.", values: null }],
      rollback: null,
    },
  ],
  approvalTtlMinutes: 60,
  fourEyes: true,
  overridePermission: "remediation:override",
  namespaces: [{ namespace: "*-prod", environment: "production" }],
  verification: { settleMinutes: 5, quietMinutes: 10, ineffectiveInARow: 2 },
};
