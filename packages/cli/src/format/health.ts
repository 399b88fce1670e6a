import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { type Listing, textColumn } from "./listing.ts";

/** The interfaces of a Tocsin. */
export const interfaces = ["core", "ingestion"] as const;

/** How one of the interfaces is. */
export interface InterfaceHealth {
  readonly interface: (typeof interfaces)[number];
  readonly live: boolean;
  readonly ready: boolean;
  /** What the process does. */
  readonly roles: readonly string[];
  /** Why it isn't ready, or doesn't answer; null where it is. */
  readonly reason: string | null;
}

/** How an interface is, in one or two words. */
export function healthWord({ live, ready }: InterfaceHealth): { readonly text: string; readonly style: Style } {
  if (ready) return { text: "ready", style: "green" };
  return live ? { text: "not ready", style: "yellow" } : { text: "no answer", style: "red" };
}

/** The interfaces as a list. */
export const healthListing = (items: readonly InterfaceHealth[]): Listing<InterfaceHealth> => ({
  items,
  idOf: (health) => health.interface,
  key: { name: "INTERFACE", field: "interface" },
  columns: [
    { name: "STATE", field: "state", cell: healthWord },
    { name: "ROLES", field: "roles", dropPriority: 10, cell: ({ roles }) => ({ text: cleanLine(roles.join(",")) }) },
    textColumn("REASON", "reason", { minWidth: 10 }),
  ],
});
