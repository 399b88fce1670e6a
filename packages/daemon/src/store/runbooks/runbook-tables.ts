import type { RunbookLink } from "../../incident/incident-runbooks.ts";
import type { RunbookOutline, RunbookStatus, RunbookVersion } from "../../runbook/runbook.ts";
import { defineTable, generated, integer, json, key, text } from "../sql/define-table.ts";

/** Author, summary and size are those of the latest version, so that a list reads no versions. */
export interface RunbookRow extends RunbookOutline {
  /** Grows with every runbook. */
  seq: number;
  latestVersionId: string;
  contentBytes: number;
}

export const runbookTable = defineTable<RunbookRow>("runbook", {
  ...generated("seq"),
  ...text("id", "organizationId", "slug", "title", "ownerTeam", "status", "latestVersion", "latestVersionId"),
  ...text("createdBy", "actor", "changeSummary"),
  ...json("actionTags"),
  ...integer("contentBytes", "createdAt", "updatedAt"),
});

/** An action type of a runbook, with the runbook's number and status. */
export interface RunbookTagRow {
  organizationId: string;
  tag: string;
  seq: number;
  status: RunbookStatus;
}

export const runbookActionTagTable = defineTable<RunbookTagRow>("runbook_action_tag", {
  ...key({ ...text("organizationId", "tag"), ...integer("seq") }),
  ...text("status"),
});

export interface RunbookVersionRow extends RunbookVersion {
  /** Grows with every version. */
  seq: number;
}

export const runbookVersionTable = defineTable<RunbookVersionRow>("runbook_version", {
  ...generated("seq"),
  ...text("id", "organizationId", "runbookId", "version", "contentMd", "createdBy", "actor", "changeSummary"),
  ...integer("createdAt"),
});

export interface RunbookLinkRow extends RunbookLink {
  organizationId: string;
}

export const incidentRunbookTable = defineTable<RunbookLinkRow>("incident_runbook", {
  ...key(text("organizationId", "incidentId", "runbookId")),
  ...text("source"),
  ...integer("createdAt"),
});
