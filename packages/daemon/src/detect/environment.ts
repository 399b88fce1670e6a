const ENVIRONMENT_CHARS_MAX = 64;

/** `env` and `environment`, and the keys of OpenTelemetry's resource semantic conventions, also as Prometheus writes them. */
const ENVIRONMENT_KEYS = [
  ...["env", "environment", "deployment.environment.name", "deployment.environment"],
  ...["deployment_environment_name", "deployment_environment"],
];

export function environmentOf(fields: Readonly<Record<string, unknown>> | undefined): string | null {
  if (fields === undefined) return null;
  let named: unknown;
  for (const key of ENVIRONMENT_KEYS) named ??= fields[key];
  if (typeof named !== "string" || named.length > ENVIRONMENT_CHARS_MAX) return null;
  const trimmed = named.trim();
  return trimmed === "" ? null : trimmed;
}

export const PRODUCTION = "production";

/** The words by which teams name where nobody has to be woken. */
const NON_PRODUCTION = new Set([
  ...["dev", "devel", "develop", "development", "local", "localhost", "sandbox", "demo", "lab", "ci", "preview"],
  ...["test", "tests", "testing", "tst", "qa", "uat", "int", "integration", "perf", "loadtest"],
  ...["stage", "staging", "stg", "pre", "preprod", "preproduction", "non", "nonprod", "nonproduction"],
]);

/** False for an unknown name: what may be production must not be quiet. */
export const isNonProduction = (environment: string): boolean =>
  environment
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => NON_PRODUCTION.has(word));

/** Trimmed and in lower case; `prod` becomes `production`. */
export function normaliseEnvironment(environment: string): string {
  const plain = environment.trim().toLowerCase();
  return plain === "prod" ? PRODUCTION : plain;
}
