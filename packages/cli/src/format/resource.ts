import type { IncidentResource } from "@tocsin/sdk";
import { type Listing, textCell, textColumn } from "./listing.ts";

export const resourceListing = (items: readonly IncidentResource[]): Listing<IncidentResource> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    textColumn("PROVIDER", "provider", { minWidth: 4 }),
    textColumn("TYPE", "resourceType", { minWidth: 4 }),
    textColumn("REGION", "region", { minWidth: 4, dropPriority: 8 }),
    {
      name: "RESOURCE",
      field: "resource",
      minWidth: 10,
      cell: ({ resourceId, resourceArn }) => textCell(resourceId ?? resourceArn),
    },
  ],
});
