import type { IncidentResource } from "@tocsin/sdk";
import { column, fieldColumn, listingOf } from "./listing.ts";

export const resourceListing = listingOf<IncidentResource>([
  fieldColumn("PROVIDER", "provider", { minWidth: 4 }),
  fieldColumn("TYPE", "resourceType", { minWidth: 4 }),
  fieldColumn("REGION", "region", { minWidth: 4, dropPriority: 8 }),
  column("RESOURCE", "resource", ({ resourceId, resourceArn }) => resourceId ?? resourceArn, { minWidth: 10 }),
]);
