import type { DeploymentEvent } from "../../model/telemetry.ts";
import { defineTable, integer, key, text } from "../sql/define-table.ts";

export interface DeploymentRow extends Pick<DeploymentEvent, "organizationId" | "service" | "version" | "environment"> {
  at: number;
  eventId: string;
  gitHash: string | null;
}

export const deploymentTable = defineTable<DeploymentRow>("deployment", {
  ...key({ ...text("organizationId", "service", "eventId"), ...integer("at") }),
  ...text("version", "environment", "gitHash"),
});
