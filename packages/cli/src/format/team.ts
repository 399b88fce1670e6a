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
      of: ({ isOnCall }) =>
        isOnCall ? { text: "on call", style: "green", whole: "true" } : { text: "-", whole: "false" },
    },
    { name: "NAME", field: "name", flexible: 8, of: ({ name }) => textCell(name) },
    { name: "EMAIL", field: "email", flexible: 8, of: ({ email }) => textCell(email) },
    { name: "ROLE", field: "role", flexible: 6, optional: 20, of: ({ role }) => textCell(role) },
    { name: "AVATAR", field: "avatarUrl", wide: true, of: ({ avatarUrl }) => textCell(avatarUrl) },
    {
      name: "ADDED",
      field: "createdAt",
      optional: 30,
      of: ({ createdAt }, now) => ({ text: age(createdAt, now), whole: createdAt }),
    },
  ],
});

/** A member in a few words: `Ada Lovelace (ada@example.com)`. */
export const memberName = ({ name, email }: Pick<TeamMember, "name" | "email">): string =>
  cleanLine(`${name} (${email})`);
