import type { IngestionRefusal } from "@tocsin/sdk";

export const refusal = (fields: Partial<IngestionRefusal> = {}): IngestionRefusal => ({
  organizationId: "default",
  reason: "default_service_limit",
  count: 12,
  firstAt: "2026-11-20T07:58:00.000Z",
  lastAt: "2026-11-20T08:03:00.000Z",
  services: [],
  advice: "Send the header x-organization-id: shop",
  ...fields,
});

export const whole = (lines: readonly string[]): string => lines.join(" ").replaceAll(/\s+/g, " ");
