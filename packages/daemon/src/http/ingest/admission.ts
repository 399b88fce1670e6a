import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { type UnboundKeyMode, unboundKeyProblem } from "../../ingest/admission.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { DEFAULT_ORGANIZATION, isOrganizationId } from "../../model/scope.ts";

export interface AdmissionOptions {
  /** None: the interface is open. */
  readonly keys: readonly { readonly key: string; readonly organizationId: string | undefined }[];
  /** The organizations that a key without an organization may write to. */
  readonly unboundKeys: UnboundKeyMode;
  /** The only organizations that are taken; undefined for any. */
  readonly organizations: readonly string[] | undefined;
}

export type Admission = (headers: IncomingHttpHeaders) => string;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Decides by key and header which organization a request belongs to. Throws an error of status 400, 401 or 403. */
export function createAdmission({ keys, unboundKeys, organizations }: AdmissionOptions): Admission {
  const claimed = new Set(keys.flatMap(({ organizationId }) => organizationId ?? []));
  const known = keys.map(({ key, organizationId }) => ({ digest: digest(key), organizationId }));

  const boundTo = (given: string | undefined): string | undefined => {
    if (known.length === 0) return undefined;
    const wanted = digest(given ?? "");
    // Every key is compared, in constant time: how long it takes tells nothing about the keys.
    const matches = known.filter((each) => timingSafeEqual(each.digest, wanted));
    const match = matches[0];
    if (!match || given === undefined) {
      throw new ApplicationError(
        "invalid_api_key",
        "The API key is invalid or missing. Send it in the header x-api-key.",
      );
    }
    return match.organizationId;
  };

  return (headers) => {
    const bound = boundTo(single(headers["x-api-key"]));
    const asked = single(headers["x-organization-id"])?.trim() || undefined;
    if (asked !== undefined && !isOrganizationId(asked)) {
      const message = "must be 1 to 64 of letters, digits, '.', '_' and '-'";
      throw new ApplicationError("invalid_organization_id", `The header x-organization-id ${message}.`, {
        details: [{ path: "/headers/x-organization-id", message }],
      });
    }
    if (bound !== undefined && asked !== undefined && asked !== bound) {
      throw new ApplicationError(
        "organization_mismatch",
        "This API key belongs to another organization than the one in x-organization-id.",
      );
    }
    const organizationId = bound ?? asked ?? DEFAULT_ORGANIZATION;
    const problem =
      keys.length > 0 && bound === undefined ? unboundKeyProblem(unboundKeys, organizationId, claimed) : undefined;
    if (problem !== undefined) throw new ApplicationError("organization_not_allowed", problem);
    if (organizations && !organizations.includes(organizationId)) {
      throw new ApplicationError(
        "organization_not_allowed",
        `The organization ${organizationId} is not allowed on this server.`,
      );
    }
    return organizationId;
  };
}

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
