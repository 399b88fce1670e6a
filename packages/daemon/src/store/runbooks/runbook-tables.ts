import { EntitySchema } from "typeorm";
import type { RunbookLink } from "../../incident/incident-runbooks.ts";
import type { RunbookOutline, RunbookStatus, RunbookVersion } from "../../runbook/runbook.ts";
import { integer, json, key, nullable, text } from "../sql/columns.ts";

export interface RunbookRow extends RunbookOutline {
  /** Grows with every runbook. */
  seq: number;
  latestVersionId: string;
  /** Of the latest version, as are author and summary: a list reads no version to show them. */
  contentBytes: number;
}

export const runbookTable = new EntitySchema<RunbookRow>({
  name: "runbook",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: text,
    organizationId: { ...text, name: "organization_id" },
    slug: text,
    title: text,
    ownerTeam: { ...text, ...nullable, name: "owner_team" },
    status: text,
    actionTags: { ...json, name: "action_tags" },
    latestVersion: { ...text, name: "latest_version" },
    latestVersionId: { ...text, name: "latest_version_id" },
    createdBy: { ...text, name: "created_by" },
    actor: { ...text, ...nullable },
    changeSummary: { ...text, ...nullable, name: "change_summary" },
    contentBytes: { ...integer, name: "content_bytes" },
    createdAt: { ...integer, name: "created_at" },
    updatedAt: { ...integer, name: "updated_at" },
  },
});

/** What runbooks are found by their action types with. */
export interface RunbookTagRow {
  organizationId: string;
  tag: string;
  /** The runbook's number. */
  seq: number;
  /** The runbook's. */
  status: RunbookStatus;
}

export const runbookActionTagTable = new EntitySchema<RunbookTagRow>({
  name: "runbook_action_tag",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    tag: { ...text, ...key },
    seq: { ...integer, ...key },
    status: text,
  },
});

export interface RunbookVersionRow extends RunbookVersion {
  /** Grows with every version. */
  seq: number;
}

export const runbookVersionTable = new EntitySchema<RunbookVersionRow>({
  name: "runbook_version",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: text,
    organizationId: { ...text, name: "organization_id" },
    runbookId: { ...text, name: "runbook_id" },
    version: text,
    contentMd: { ...text, name: "content_md" },
    createdBy: { ...text, name: "created_by" },
    actor: { ...text, ...nullable },
    changeSummary: { ...text, ...nullable, name: "change_summary" },
    createdAt: { ...integer, name: "created_at" },
  },
});

export interface RunbookLinkRow extends RunbookLink {
  organizationId: string;
}

export const incidentRunbookTable = new EntitySchema<RunbookLinkRow>({
  name: "incident_runbook",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    incidentId: { ...text, ...key, name: "incident_id" },
    runbookId: { ...text, ...key, name: "runbook_id" },
    source: text,
    createdAt: { ...integer, name: "created_at" },
  },
});
