import { coerceError } from "../../kernel/errors.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { digestOf } from "../../remediate/actions/apply-action.ts";
import { type AuditVerdict, verifyAudit } from "../../remediate/audit/verify-audit.ts";
import { openReader } from "../../store/open-database.ts";
import { createAuditPages, organizationsWithAudit } from "../../store/remediation/audit-walk.ts";
import type { DatabaseTarget } from "../../store/sql/database.ts";
import { existingDatabase } from "../backends/open-storage.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { checkOrganization } from "./check-organization.ts";

export interface AuditRequest {
  /** All organizations with a log by default. */
  readonly organization: string | undefined;
  /** A hash of the log that was recorded elsewhere. */
  readonly head: string | undefined;
  /** The position of that hash. */
  readonly seq: string | undefined;
  readonly json: boolean;
}

const HASH = /^[0-9a-f]{64}$/;

/** Verifies audit logs in the database, with or without a running daemon. Throws ConfigError. */
export async function checkAudit(
  config: Config,
  request: AuditRequest,
): Promise<{ readonly text: string; readonly valid: boolean }> {
  checkRequest(request);
  if (config.secretKeyMade) {
    throw new ConfigError(
      "There was no secret key, and one was made just now: no log fits it. Set TOCSIN_SECRET_KEY, or TOCSIN_DATA_DIR, as the daemon has it.",
    );
  }
  const verdicts = await verdictsOf(existingDatabase(config), request);
  const line = request.json ? asJson : asText;
  return { text: verdicts.map((verdict) => `${line(verdict)}\n`).join(""), valid: verdicts.every(isValid) };
}

function checkRequest({ organization, head, seq }: AuditRequest): void {
  checkOrganization(organization);
  if (seq !== undefined && (head === undefined || !/^[1-9]\d{0,14}$/.test(seq))) {
    throw new ConfigError("--seq is the place of --head in the log, a whole number from 1 on. Give both.");
  }
  if (head === undefined) return;
  if (!HASH.test(head)) {
    throw new ConfigError("--head is a hash of 64 hexadecimal digits, such as x-tocsin-audit-head of an export.");
  }
  if (organization === undefined) {
    throw new ConfigError("Give --organization ORG with --head: each organization has a log of its own.");
  }
}

async function verdictsOf(
  target: DatabaseTarget,
  { organization, head, seq }: AuditRequest,
): Promise<readonly AuditVerdict[]> {
  const database = await openReader(target).catch(unreadable);
  try {
    const pages = createAuditPages(database, digestOf);
    const expected = head === undefined ? undefined : { hash: head, seq: seq === undefined ? undefined : Number(seq) };
    const known = await organizationsWithAudit(database.reader);
    if (expected === undefined) refuseNothing(known, organization);
    const verdicts: AuditVerdict[] = [];
    for (const organizationId of organization ? [organization] : known) {
      verdicts.push(await verifyAudit(pages, { organizationId }, expected));
    }
    return verdicts;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return unreadable(error);
  } finally {
    await database.close();
  }
}

/** A missing log is not valid: it never existed, or was deleted completely. */
function refuseNothing(known: readonly string[], organization: string | undefined): void {
  if (organization === undefined ? known.length > 0 : known.includes(organization)) return;
  throw new ConfigError(
    `There is no audit log${organization === undefined ? "" : ` of ${organization}`} in this database: nobody has requested an action, ` +
      "or the log was deleted with all traces of it. A head that was kept elsewhere tells which: --organization ORG --head HASH.",
  );
}

/** An error while reading says nothing about the validity of the log. */
function unreadable(error: unknown): never {
  throw new ConfigError(`The audit log couldn't be read: ${coerceError(error).message}`);
}

const isValid = ({ broken }: AuditVerdict): boolean => broken === undefined;

function asText({ organizationId, checked, headHash, broken }: AuditVerdict): string {
  const entries = checked === 1 ? "1 entry" : `${checked} entries`;
  // An attacker may have written anything into the database.
  if (broken) {
    return `${toSingleLine(organizationId)}: BROKEN at ${toSingleLine(broken.id)}, after ${entries} that fit. ${toSingleLine(broken.reason)}`;
  }
  return `${toSingleLine(organizationId)}: valid, ${entries}${headHash === null ? "" : `, head ${headHash}`}`;
}

const asJson = ({ organizationId, checked, headHash, broken }: AuditVerdict): string =>
  JSON.stringify({
    organizationId,
    valid: broken === undefined,
    checked,
    headHash,
    firstBroken: broken?.id ?? null,
    reason: broken?.reason ?? null,
  });
