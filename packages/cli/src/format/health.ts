import type { Health } from "../wait/health.ts";
import { cleanLine } from "./clean.ts";
import { type Listing, textCell } from "./listing.ts";
import type { Style } from "./paint.ts";

/** How an interface is, in one or two words. */
export function healthWord({ live, ready }: Health): { readonly text: string; readonly style: Style } {
  if (ready) return { text: "ready", style: "green" };
  return live ? { text: "not ready", style: "yellow" } : { text: "no answer", style: "red" };
}

/** The interfaces as a list. */
export const healthListing = (items: readonly Health[]): Listing<Health> => ({
  items,
  idOf: (health) => health.interface,
  key: { name: "INTERFACE", field: "interface" },
  columns: [
    { name: "STATE", field: "state", of: healthWord },
    { name: "ROLES", field: "roles", optional: 10, of: ({ roles }) => ({ text: cleanLine(roles.join(",")) }) },
    { name: "REASON", field: "reason", flexible: 10, of: ({ reason }) => textCell(reason) },
  ],
});
