/** One line for the operator; the start ends with it. */
export class ConfigError extends Error {}
