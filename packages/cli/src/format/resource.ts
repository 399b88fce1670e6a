import type { IncidentResource } from "@tocsin/sdk";
import { type Listing, textCell } from "./listing.ts";

/** The resources of an incident as a list. */
export const resourceListing = (items: readonly IncidentResource[]): Listing<IncidentResource> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    { name: "PROVIDER", field: "provider", minWidth: 4, cell: ({ provider }) => textCell(provider) },
    { name: "TYPE", field: "resourceType", minWidth: 4, cell: ({ resourceType }) => textCell(resourceType) },
    { name: "REGION", field: "region", minWidth: 4, dropPriority: 8, cell: ({ region }) => textCell(region) },
    {
      name: "RESOURCE",
      field: "resource",
      minWidth: 10,
      cell: ({ resourceId, resourceArn }) => textCell(resourceId ?? resourceArn),
    },
  ],
});
