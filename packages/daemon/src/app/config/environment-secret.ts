/** The value of an environment variable that a policy file or the like names; undefined where it isn't set. */
export const readEnvironmentSecret = (name: string): string | undefined => process.env[name];
