import type { IncidentResource } from "@tocsin/sdk";
import { type Listing, textCell } from "./listing.ts";

/** The resources of an incident as a list. */
export const resourceListing = (items: readonly IncidentResource[]): Listing<IncidentResource> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    { name: "PROVIDER", field: "provider", flexible: 4, of: ({ provider }) => textCell(provider) },
    { name: "TYPE", field: "resourceType", flexible: 4, of: ({ resourceType }) => textCell(resourceType) },
    { name: "REGION", field: "region", flexible: 4, optional: 8, of: ({ region }) => textCell(region) },
    {
      name: "RESOURCE",
      field: "resource",
      flexible: 10,
      of: ({ resourceId, resourceArn }) => textCell(resourceId ?? resourceArn),
    },
  ],
});
