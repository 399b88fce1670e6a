import type { TeamMember } from "@tocsin/sdk";

/** Finds the only member whose name, email address or id is one of `names`. */
export const matchMember =
  (names: readonly string[]) =>
  (team: readonly TeamMember[]): string | undefined => {
    const wanted = new Set(names.map((name) => name.trim().toLowerCase()));
    const found = team.filter(({ id, name, email }) =>
      [id, name, email].some((each) => wanted.has(each.toLowerCase())),
    );
    return found.length === 1 ? found[0]?.id : undefined;
  };
