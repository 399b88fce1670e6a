import type { ErrorCode, TocsinError } from "@tocsin/sdk";
import { programs } from "../text/program-names.ts";

const ORGANIZATION = "--organization NAME (or TOCSIN_ORGANIZATION)";
const noAccess = ["Your token or key does not allow this; see its permissions and organization."];
const newToken = [
  `Log in again, with a Tocsin on this machine: ${programs.daemon} token --organization shop --subject me | ${programs.cli} login`,
  `with one elsewhere: ${programs.cli} login; or set TOCSIN_TOKEN.`,
];

/** Messages of the server that name headers, in terms of flags and variables. */
export const serverMessages: Readonly<Partial<Record<ErrorCode, string>>> = {
  missing_token: "The token is missing or malformed.",
  invalid_api_key: "The API key is invalid or missing. Set TOCSIN_API_KEY to it.",
  invalid_organization_id: "The organization's name is not valid.",
  organization_mismatch: `The API key belongs to another organization than ${ORGANIZATION}.`,
};

/** Advice for an error, one line each, without what its message says. */
const advice: Readonly<Partial<Record<ErrorCode, readonly string[]>>> = {
  invalid_api_key: [`To store it: ${programs.cli} login`],
  missing_permission: noAccess,
  organization_not_allowed: noAccess,
  organization_mismatch: noAccess,
  service_limit_reached: [`A mistyped name counts too. To use an organization of your own: ${ORGANIZATION}.`],
  resource_not_mapped: [`To map resources: ${programs.cli} incident resource set`],
  path_not_found: [
    "Is that the right interface? TOCSIN_URL is the one for incidents (usually port 7070),",
    "TOCSIN_INGEST_URL the one for telemetry (usually port 7071).",
  ],
};

export function adviceFor({ code, name, isRetryable, retryAfterMs }: TocsinError): readonly string[] {
  const known = code && advice[code];
  if (known) return known;
  switch (name) {
    case "AuthenticationError":
      return process.env["TOCSIN_TOKEN"]
        ? [...newToken, "TOCSIN_TOKEN is set and overrides the stored login: unset it, or renew it."]
        : newToken;
    case "ConnectionError":
      return [
        `Is Tocsin running there? Start it with: ${programs.start}`,
        `or name another address: ${programs.cli} login --core-url URL --ingest-url URL (or TOCSIN_URL, TOCSIN_INGEST_URL).`,
      ];
    case "TimeoutError":
      return ["Try again. If it persists, check GET /health/ready of that address."];
    case "RateLimitError":
    case "ServerError":
      if (!isRetryable) return [];
      return [
        retryAfterMs === undefined ? "Try again later." : `Try again in ${Math.ceil(retryAfterMs / 1000)} seconds.`,
      ];
    default:
      return [];
  }
}
