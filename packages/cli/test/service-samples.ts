import type { CatalogEntry } from "@tocsin/sdk";

export const entry = (
  serviceName: string,
  dependencies: string[] = [],
  fields: Partial<CatalogEntry> = {},
): CatalogEntry => ({
  serviceName,
  ownerTeam: "payments",
  tier: "tier-1",
  escalationPolicy: "pay-oncall",
  environment: null,
  slo: { objectivePct: 99.9, windowDays: 30 },
  dependencies,
  updatedAt: "2026-11-20T08:00:00.000Z",
  ...fields,
});
export const checkout = entry("checkout", ["payments", "db"]);
export const catalog = [
  checkout,
  entry("payments", ["db"], { tier: "tier-0", slo: null }),
  entry("storefront", ["checkout"], { ownerTeam: "web\u001b[2J" }),
  entry("mobile", ["storefront"]),
];
