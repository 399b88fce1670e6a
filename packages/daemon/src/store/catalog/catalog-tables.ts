import { EntitySchema } from "typeorm";
import type { CatalogEntry } from "../../catalog/catalog.ts";
import { integer, json, key, nullable, text } from "../sql/columns.ts";

export interface CatalogEntryRow extends Omit<CatalogEntry, "dependencies"> {
  organizationId: string;
  /** As `spelledAsDeployment` has the service: remediation finds entries by it. */
  deploymentName: string;
}

export const catalogEntryTable = new EntitySchema<CatalogEntryRow>({
  name: "catalog_entry",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    serviceName: { ...text, ...key, name: "service_name" },
    deploymentName: { ...text, name: "deployment_name" },
    ownerTeam: { ...text, name: "owner_team" },
    tier: text,
    escalationPolicy: { ...text, ...nullable, name: "escalation_policy" },
    environment: { ...text, ...nullable },
    slo: { ...json, ...nullable },
    updatedAt: { ...integer, name: "updated_at" },
  },
});

/** That a service calls another; neither needs an entry. */
export interface CatalogEdgeRow {
  organizationId: string;
  service: string;
  dependency: string;
  /** Its place among what the service calls, from 0 on. */
  position: number;
}

export const catalogEdgeTable = new EntitySchema<CatalogEdgeRow>({
  name: "catalog_edge",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    service: { ...text, ...key },
    dependency: { ...text, ...key },
    position: integer,
  },
});
