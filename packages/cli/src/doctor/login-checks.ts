import { readClaims } from "../session/claims.ts";
import type { Setting, Settings } from "../session/settings.ts";
import { programs } from "../text/program-names.ts";
import { clock, until } from "../text/time.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** A quarter of the default lifetime of a person's token. */
const SOON_MS = 3 * 3_600_000;

const DEFAULT_LIMIT = "The organization default is limited to five services; telemetry of a sixth is refused.";
const OWN_ORGANIZATION = `Use an organization of your own: ${programs.daemon} token --organization shop --subject "$USER" | ${programs.cli} login, and send the header x-organization-id: shop.`;

/** Checks the claims of the token; only the server can verify it. */
export function checkToken({ value, origin }: Setting, now: number): Finding {
  const about = "token";
  const login = `${programs.daemon} token --organization shop --subject "$USER" | ${programs.cli} login`;
  if (value === undefined) return problem(about, "The token is missing.", `With a Tocsin on this machine: ${login}`);
  const { subject, organization, expiresAt } = readClaims(value);
  const who = `${subject ?? "no subject"} of ${organization ?? "an unknown organization"}, from ${origin}`;
  if (expiresAt === undefined) return organization === "default" ? warnAboutDefault(about, who) : ok(about, `${who}.`);
  const at = new Date(expiresAt).toISOString();
  if (expiresAt <= now) return problem(about, `${who}: it expired at ${clock(at)}.`, `Log in again: ${login}`);
  const text = `${who}, valid for ${until(at, now)}.`;
  if (expiresAt - now < SOON_MS) return warning(about, text, `Log in again before it expires: ${login}`);
  return organization === "default" ? warnAboutDefault(about, text) : ok(about, text);
}

/** Checks that the token can read the organization to which telemetry is sent. */
export function checkTelemetryOrganization({ organization, token, apiKey }: Settings): Finding {
  const about = "sending";
  const { value, origin } = organization;
  if (value === undefined)
    return apiKey.value === undefined
      ? warning(about, `Telemetry without an organization goes to default. ${DEFAULT_LIMIT}`, OWN_ORGANIZATION)
      : ok(about, "Telemetry goes to the organization of the key, otherwise to default.");
  const header = `Telemetry has the header x-organization-id: ${value}, from ${origin}.`;
  if (value === "default") return warning(about, `${header} ${DEFAULT_LIMIT}`, OWN_ORGANIZATION);
  const own = readClaims(token.value).organization;
  if (own === undefined || own === value) return ok(about, header);
  return warning(
    about,
    `${header} The token belongs to ${own} and can't read it.`,
    `${programs.cli} config list shows its origin.`,
  );
}

/** Most log shippers drop refused telemetry, so warn before it happens. */
const warnAboutDefault = (about: string, text: string): Finding =>
  warning(about, `${text} ${DEFAULT_LIMIT}`, OWN_ORGANIZATION);
