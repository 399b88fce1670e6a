import type { DiagnosticResource, ToolRun, ToolType } from "../../model/diagnostic-tool.ts";
import { defineTable, flag, generated, integer, json, text } from "../sql/define-table.ts";

export interface ToolRunRow extends ToolRun {
  /** Grows with every run. */
  seq: number;
  /** Copied from the tool, for counts. */
  toolType: ToolType;
  /** The first part of the output. */
  preview: string | null;
  failurePattern: string | null;
}

export const toolRunTable = defineTable<ToolRunRow>("tool_run", {
  ...generated("seq"),
  ...text("id", "organizationId", "incidentId", "toolType", "provider", "status", "summary", "outputRef", "preview"),
  ...text("startedBy", "error", "failurePattern"),
  ...json("tool", "keyPatterns"),
  ...flag("truncated"),
  ...integer("startedAt", "completedAt"),
});

export interface IncidentResourceRow extends DiagnosticResource {
  /** Grows with every resource; those of one request keep their order. */
  seq: number;
}

export const incidentResourceTable = defineTable<IncidentResourceRow>("incident_resource", {
  ...generated("seq"),
  ...text("id", "incidentId", "organizationId", "provider", "resourceType", "resourceId", "resourceArn", "region"),
  ...integer("createdAt"),
});
