import type { TeamMember } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { age } from "../text/time.ts";
import { type Listing, textCell } from "./listing.ts";

/** The members as a list; who is on call is marked. */
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
    { name: "NAME", field: "name", minWidth: 8, cell: ({ name }) => textCell(name) },
    { name: "EMAIL", field: "email", minWidth: 8, cell: ({ email }) => textCell(email) },
    { name: "ROLE", field: "role", minWidth: 6, dropPriority: 20, cell: ({ role }) => textCell(role) },
    { name: "AVATAR", field: "avatarUrl", wide: true, cell: ({ avatarUrl }) => textCell(avatarUrl) },
    {
      name: "ADDED",
      field: "createdAt",
      dropPriority: 30,
      cell: ({ createdAt }, now) => ({ text: age(createdAt, now), exact: createdAt }),
    },
  ],
});

/** A member in a few words: `Ada Lovelace (ada@example.com)`. */
export const memberName = ({ name, email }: Pick<TeamMember, "name" | "email">): string =>
  cleanLine(`${name} (${email})`);
