/** Ends the start with one line for the operator, and findings below it. */
export class ConfigError extends Error {}
