/** What a policy file or the like names by its environment variable; undefined where it isn't set. */
export const secretOf = (name: string): string | undefined => process.env[name];
