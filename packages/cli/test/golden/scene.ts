import type { Diagnosis, Incident, RemediationAction, Runbook, TeamMember, TimelineEvent } from "@tocsin/sdk";
import { action } from "../board-states.ts";
import { type Answer, incident, json, member } from "../fake-tocsin.ts";

/** Commands by the name of their golden file. */
export const goldenCommands: Readonly<Record<string, string>> = {
  incidents: "incidents",
  "incident-show": "incident show 019353e1",
  "incident-missing": "incident show deadbeef",
  "remediation-pending": "remediation pending",
  "remediation-show": "remediation show a0000001-0000-7000-8000-000000000001",
  "runbook-show": "runbook show payments-errors",
  "team-list": "team list",
};

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 20_000).toISOString();

/** An outage at night, the same number of minutes ago whenever it is asked for. */
export const goldenRoutes = (): Readonly<Record<string, Answer>> =>
  Object.fromEntries(
    Object.keys(routesNow()).map((route): [string, Answer] => [route, (...given) => routesNow()[route]?.(...given)]),
  );

function routesNow(): Readonly<Record<string, Answer>> {
  const [worst, ...others] = incidents();
  const waiting: RemediationAction = action({
    incidentId: worst.id,
    serviceName: "payments-gateway",
    createdAt: ago(3),
    updatedAt: ago(3),
    approvalExpiresAt: ago(-57),
  });
  const steps = runbook(ago(60 * 24 * 3));
  return {
    "GET /remediation/actions": json([waiting]),
    [`GET /remediation/actions/${waiting.id}`]: json(waiting),
    [`GET /remediation/actions/${waiting.id}/audit`]: json([]),
    "GET /runbooks": json([steps]),
    [`GET /runbooks/${steps.id}`]: json(steps),
    "GET /team": json(people()),
    "GET /incidents": json([worst, ...others], 200, { "x-total-count": "3" }),
    [`GET /incidents/${worst.id}`]: json(worst),
    [`GET /incidents/${worst.id}/events`]: json([opened(worst)]),
    [`GET /incidents/${worst.id}/comments`]: json([]),
    [`GET /incidents/${worst.id}/runbooks`]: json({ links: [], runbooks: [] }),
    [`GET /incidents/${worst.id}/related`]: json([]),
    [`GET /remediation/history/${worst.id}`]: json([]),
  };
}

function incidents(): [Incident, ...Incident[]] {
  return [
    incident({
      title: "Error rate of payments-gateway 34 % (usually 0.4 %) since v2.31.0",
      description: "1,204 of 3,541 requests failed in five minutes.",
      affectedServices: ["payments-gateway", "checkout"],
      primaryService: "payments-gateway",
      status: "INVESTIGATING",
      createdAt: ago(12),
      lastSeenAt: ago(1),
      updatedAt: ago(1),
      duplicateCount: 41,
      diagnosisStatus: "COMPLETED",
      diagnosis: diagnosis(ago(13)),
    }),
    incident({
      id: "02935400-0000-7000-8000-000000000002",
      title: "支払いサービスが応答しない",
      severity: "HIGH",
      primaryService: "注文",
      createdAt: ago(95),
      updatedAt: ago(95),
    }),
    incident({
      id: "03935411-0000-7000-8000-000000000003",
      title: "Disk of search-index-eu-central-1 is 91 % full",
      severity: "LOW",
      primaryService: "search-index-eu-central-1",
      createdAt: ago(60 * 30),
      updatedAt: ago(60 * 30),
    }),
  ];
}

function people(): TeamMember[] {
  const createdAt = ago(60 * 24 * 9);
  return [
    member({ name: "Ada Lovelace", email: "ada@example.com", role: "payments lead", isOnCall: true, createdAt }),
    member({
      id: "02a00000-0000-7000-8000-000000000002",
      name: "Grace Hopper",
      email: "grace@example.com",
      isOnCall: false,
      createdAt,
    }),
  ];
}

const opened = ({ id, title, description, createdAt }: Incident): TimelineEvent => ({
  id: "019353e1-0000-7000-8000-00000000000a",
  incidentId: id,
  type: "incident_created",
  title: `Incident opened: ${title}`,
  detail: description,
  actor: "system",
  metadata: {},
  createdAt,
});

/** A cause with its evidence, one that speaks against it, and a fix. */
const diagnosis = (at: string): Diagnosis => ({
  rootCause: "payments-gateway v2.31.0 opens more connections to payments-db than it allows.",
  summary: "Errors began 40 s after the deployment of v2.31.0, and every one names the connection limit.",
  impactedServices: ["payments-gateway", "checkout"],
  confidenceScore: 0.84,
  onsetAt: at,
  changeAtFault: true,
  omitted: [],
  model: null,
  hypotheses: [
    {
      rank: 1,
      cause: "The deployment of v2.31.0",
      service: "payments-gateway",
      metric: null,
      change: "v2.31.0",
      confidence: 0.84,
      evidence: ["d1", "e1"],
      counterEvidence: [],
    },
  ],
  suggestedFixes: [
    {
      id: "f1",
      title: "Roll payments-gateway back to v2.30.4",
      description: "It ran for nine days without this error.",
      service: "payments-gateway",
      actionType: "rollback-deployment",
      parameters: {},
      risk: "medium",
      confidence: 0.8,
      runbookId: null,
      evidence: ["d1"],
    },
  ],
  evidence: [
    { id: "d1", kind: "deployment", service: "payments-gateway", summary: "v2.31.0 to production", at, ref: null },
    {
      id: "e1",
      kind: "errors",
      service: "payments-gateway",
      summary: "remaining connection slots are reserved",
      at,
      ref: null,
    },
  ],
});

const runbook = (at: string): Runbook => ({
  id: "0b000000-0000-7000-8000-000000000001",
  slug: "payments-errors",
  title: "Payments fail",
  latestVersion: "1.2.0",
  status: "published",
  actionTags: ["rollback-deployment"],
  ownerTeam: "payments",
  createdBy: "ada",
  changeSummary: null,
  createdAt: at,
  updatedAt: at,
  contentMd: `# Payments fail

See **which version** runs, and what [the dashboard](https://grafana.example.com/d/payments) says.

1. Look at the connections:
   \`\`\`sh
   psql -c 'table connections'
   \`\`\`
2. Roll back where a release is at fault.

| symptom | cause |
|---|---|
| connection slots are reserved | too many replicas |
| timeout | the network, or \`payments-db\` itself |

> Never restart payments-db during business hours.
`,
});
