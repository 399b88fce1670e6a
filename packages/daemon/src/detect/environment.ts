const ENVIRONMENT_CHARS_MAX = 64;

export function environmentOf(fields: Readonly<Record<string, unknown>> | undefined): string | null {
  if (fields === undefined) return null;
  const named = fields["env"] ?? fields["environment"];
  if (typeof named !== "string" || named.length > ENVIRONMENT_CHARS_MAX) return null;
  const trimmed = named.trim();
  return trimmed === "" ? null : trimmed;
}

export const PRODUCTION = "production";

/** Trimmed and in lower case; `prod` becomes `production`. */
export function normaliseEnvironment(environment: string): string {
  const plain = environment.trim().toLowerCase();
  return plain === "prod" ? PRODUCTION : plain;
}
