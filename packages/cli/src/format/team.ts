import type { TeamMember } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { ageColumn, column, fieldColumn, listingOf } from "./listing.ts";

export const teamListing = listingOf<TeamMember>([
  column("ON CALL", "isOnCall", ({ isOnCall }) =>
    isOnCall ? { text: "on call", style: "green", exact: "true" } : { text: "-", exact: "false" },
  ),
  fieldColumn("NAME", "name", { minWidth: 8 }),
  fieldColumn("EMAIL", "email", { minWidth: 8 }),
  fieldColumn("ROLE", "role", { minWidth: 6, dropPriority: 20 }),
  fieldColumn("AVATAR", "avatarUrl", { wide: true }),
  ageColumn("ADDED", "createdAt", { dropPriority: 30 }),
]);

/** A member such as `Ada Lovelace (ada@example.com)`. */
export const memberName = ({ name, email }: Pick<TeamMember, "name" | "email">): string =>
  cleanLine(`${name} (${email})`);
