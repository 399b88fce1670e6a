import type { Incident, TimelineEvent } from "@tocsin/sdk";
import { type Answer, incident, json } from "../fake-tocsin.ts";

/** What is typed, by the name of the file that holds what came of it. */
export const goldenCommands: Readonly<Record<string, string>> = {
  incidents: "incidents",
  "incident-show": "incident show 019353e1",
  "incident-missing": "incident show deadbeef",
};

/** An outage at night, the same number of minutes ago whenever it is asked for. */
export function goldenRoutes(): Readonly<Record<string, Answer>> {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 20_000).toISOString();
  const worst: Incident = incident({
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
  });
  const others = [
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
  const timeline: TimelineEvent[] = [
    {
      id: "019353e1-0000-7000-8000-00000000000a",
      incidentId: worst.id,
      type: "incident_created",
      title: `Incident opened: ${worst.title}`,
      detail: worst.description,
      actor: "system",
      metadata: {},
      createdAt: ago(12),
    },
  ];
  return {
    "GET /incidents": json([worst, ...others], 200, { "x-total-count": "3" }),
    [`GET /incidents/${worst.id}`]: json(worst),
    [`GET /incidents/${worst.id}/events`]: json(timeline),
    [`GET /incidents/${worst.id}/comments`]: json([]),
    [`GET /incidents/${worst.id}/runbooks`]: json({ links: [], runbooks: [] }),
    [`GET /incidents/${worst.id}/related`]: json([]),
    [`GET /remediation/history/${worst.id}`]: json([]),
  };
}
