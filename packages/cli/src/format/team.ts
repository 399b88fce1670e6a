import type { TeamMember } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { ageColumn, type Listing, textColumn } from "./listing.ts";

export const teamListing = (items: readonly TeamMember[]): Listing<TeamMember> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    {
      name: "ON CALL",
      field: "isOnCall",
      cell: ({ isOnCall }) =>
        isOnCall ? { text: "on call", style: "green", exact: "true" } : { text: "-", exact: "false" },
    },
    textColumn("NAME", "name", { minWidth: 8 }),
    textColumn("EMAIL", "email", { minWidth: 8 }),
    textColumn("ROLE", "role", { minWidth: 6, dropPriority: 20 }),
    textColumn("AVATAR", "avatarUrl", { wide: true }),
    ageColumn("ADDED", "createdAt", { dropPriority: 30 }),
  ],
});

/** A member such as `Ada Lovelace (ada@example.com)`. */
export const memberName = ({ name, email }: Pick<TeamMember, "name" | "email">): string =>
  cleanLine(`${name} (${email})`);
