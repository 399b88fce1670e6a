import type { CatalogEntry } from "../../catalog/catalog.ts";
import { defineTable, integer, json, key, text } from "../sql/define-table.ts";

export interface CatalogEntryRow extends Omit<CatalogEntry, "dependencies"> {
  organizationId: string;
  /** The service name as `spelledAsDeployment` spells it: remediation finds entries by it. */
  deploymentName: string;
}

export const catalogEntryTable = defineTable<CatalogEntryRow>("catalog_entry", {
  ...key(text("organizationId", "serviceName")),
  ...text("deploymentName", "ownerTeam", "tier", "escalationPolicy", "environment"),
  ...json("slo"),
  ...integer("updatedAt"),
});

/** A call from a service to another. Neither needs an entry. */
export interface CatalogEdgeRow {
  organizationId: string;
  service: string;
  dependency: string;
  /** Among the dependencies of the service, from 0. */
  position: number;
}

export const catalogEdgeTable = defineTable<CatalogEdgeRow>("catalog_edge", {
  ...key(text("organizationId", "service", "dependency")),
  ...integer("position"),
});
