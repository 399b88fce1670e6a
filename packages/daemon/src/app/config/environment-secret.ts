/** The value of an environment variable that a file names, such as the policy. */
export const readEnvironmentSecret = (name: string): string | undefined => process.env[name];
