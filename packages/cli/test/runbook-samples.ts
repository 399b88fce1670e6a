import type { Runbook } from "@tocsin/sdk";

export const runbook = (fields: Partial<Runbook> = {}): Runbook => ({
  id: "0198b000-0003-7000-8000-000000000003",
  slug: "roll-back-payment-api",
  title: "Roll payment-api back",
  latestVersion: "1.0.0",
  status: "draft",
  actionTags: ["rollback-deployment"],
  ownerTeam: "payments",
  contentMd: "# Roll payment-api back\n\n1. Check the revision.\n2. Roll **back**.\n",
  createdBy: "ada",
  changeSummary: "First \u001b[2Jversion",
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
  ...fields,
});
export const other = runbook({ id: "0198b000-0003-7000-8000-000000000004", slug: "restart-it", title: "Restart it" });
