/** One line for the operator, and findings below it; the start ends with it. */
export class ConfigError extends Error {}
