import { EntitySchema } from "typeorm";
import type { DiagnosticResource, ToolRun, ToolType } from "../../model/diagnostic-tool.ts";
import { flag, integer, json, nullable, text } from "../sql/columns.ts";

export interface ToolRunRow extends ToolRun {
  /** Grows with every run. */
  seq: number;
  /** Of the tool, to be counted by. */
  toolType: ToolType;
  /** How the output begins. */
  preview: string | null;
  failurePattern: string | null;
}

export const toolRunTable = new EntitySchema<ToolRunRow>({
  name: "tool_run",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: { ...text, unique: true },
    organizationId: { ...text, name: "organization_id" },
    incidentId: { ...text, name: "incident_id" },
    tool: json,
    toolType: { ...text, name: "tool_type" },
    provider: text,
    status: text,
    summary: text,
    keyPatterns: { ...json, name: "key_patterns" },
    outputRef: { ...text, ...nullable, name: "output_ref" },
    preview: { ...text, ...nullable },
    truncated: flag,
    startedBy: { ...text, name: "started_by" },
    startedAt: { ...integer, name: "started_at" },
    completedAt: { ...integer, ...nullable, name: "completed_at" },
    error: { ...text, ...nullable },
    failurePattern: { ...text, ...nullable, name: "failure_pattern" },
  },
});

export interface IncidentResourceRow extends DiagnosticResource {
  /** Grows with every mapping; those of one set were written in their order. */
  seq: number;
}

export const incidentResourceTable = new EntitySchema<IncidentResourceRow>({
  name: "incident_resource",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: text,
    incidentId: { ...text, name: "incident_id" },
    organizationId: { ...text, name: "organization_id" },
    provider: text,
    resourceType: { ...text, name: "resource_type" },
    resourceId: { ...text, ...nullable, name: "resource_id" },
    resourceArn: { ...text, ...nullable, name: "resource_arn" },
    region: text,
    createdAt: { ...integer, name: "created_at" },
  },
});
