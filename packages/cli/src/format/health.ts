import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { column, fieldColumn, keyedListingOf } from "./listing.ts";

export const interfaces = ["core", "ingestion"] as const;

export interface InterfaceHealth {
  readonly interface: (typeof interfaces)[number];
  readonly live: boolean;
  readonly ready: boolean;
  readonly roles: readonly string[];
  /** Why it isn't ready or doesn't answer; null if it is ready. */
  readonly reason: string | null;
}

export function healthWord({ live, ready }: InterfaceHealth): { readonly text: string; readonly style: Style } {
  if (ready) return { text: "ready", style: "green" };
  return live ? { text: "not ready", style: "yellow" } : { text: "no answer", style: "red" };
}

export const healthListing = keyedListingOf<InterfaceHealth>({ name: "INTERFACE", field: "interface" }, [
  column("STATE", "state", healthWord),
  column("ROLES", "roles", ({ roles }) => ({ text: cleanLine(roles.join(",")) }), { dropPriority: 10 }),
  fieldColumn("REASON", "reason", { minWidth: 10 }),
]);
