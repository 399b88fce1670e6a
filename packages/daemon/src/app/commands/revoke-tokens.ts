import { text as readText } from "node:stream/consumers";
import { decodeJwt } from "jose/jwt/decode";
import { lifetimeMaxMs } from "../../http/token-lifetime.ts";
import { DAY_MS, toIso } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import { TOKEN_REVOCATIONS_MAX } from "../../model/request-limits.ts";
import type { TokenRevocation } from "../../model/token-revocation.ts";
import { openDatabase, openReader } from "../../store/open-database.ts";
import type { DatabaseTarget } from "../../store/sql/database.ts";
import { createTokenRevocationStore } from "../../store/tokens/token-revocations.ts";
import { existingDatabase } from "../backends/open-storage.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { checkOrganization } from "./check-organization.ts";

export interface RevokeRequest {
  /** The claim `jti`, or `-` for a token on stdin. */
  readonly tokenId: string | undefined;
  readonly subject: string | undefined;
  readonly organization: string | undefined;
  readonly all: boolean;
  readonly reason: string | undefined;
}

const REASON_LENGTH_MAX = 500;
/** Printable and without spaces, since a terminal shows the list. */
const TOKEN_ID = /^[\x21-\x7e]{1,256}$/;
/** A maximum lifetime that is raised later must not make a revoked token valid again. */
const KEPT_MS_MIN = 400 * DAY_MS;

/** Revokes tokens in the database, with or without a running daemon; returns the text to print. Throws ConfigError. */
export async function revokeTokens(
  config: Config,
  request: RevokeRequest,
  now: number,
  stdin: NodeJS.ReadableStream,
): Promise<string> {
  const target = await parseTarget(request, now, stdin);
  const kept = Math.max(KEPT_MS_MIN, ...(["person", "script"] as const).map((kind) => lifetimeMaxMs(config, kind)));
  const revocation = { ...target, revokedAt: now, expiresAt: now + kept, reason: reasonOf(request) };
  const outcome = await withDatabase(config, async (target) => {
    const database = await openDatabase(target);
    return createTokenRevocationStore(database)
      .add(revocation)
      .finally(() => database.close());
  });
  if (outcome === "full") {
    throw new ConfigError(
      `There are ${TOKEN_REVOCATIONS_MAX} revocations, the most there may be. Revoke by --subject or with --all, or change TOCSIN_JWT_SECRET, which ends all tokens.`,
    );
  }
  if (outcome === "known") return `${describe(revocation)} is revoked already.\n`;
  return `Revoked ${describe(revocation)}. Every core process refuses it within seconds and ends its streams.\n`;
}

/** A line for each revocation. Throws ConfigError. */
export async function listRevocations(config: Config, json: boolean): Promise<string> {
  const revocations = await withDatabase(config, async (target) => {
    const database = await openReader(target);
    const write = () => Promise.reject(new Error("This store is read-only."));
    return createTokenRevocationStore({ reader: database.reader, write })
      .list()
      .finally(() => database.close());
  });
  const lineOf = json ? asJson : asText;
  return revocations.map((revocation) => `${lineOf(revocation)}\n`).join("");
}

type RevocationTarget = Pick<TokenRevocation, "tokenId" | "organizationId" | "subject" | "issuedUntil">;

async function parseTarget(
  request: RevokeRequest,
  now: number,
  stdin: NodeJS.ReadableStream,
): Promise<RevocationTarget> {
  const { tokenId, subject, organization, all } = request;
  if ([tokenId !== undefined, subject !== undefined, all].filter(Boolean).length !== 1) {
    throw new ConfigError(
      "Give one of: the token's id (its claim jti), - for a token on stdin, --subject NAME, --all.",
    );
  }
  if (tokenId !== undefined) {
    if (organization !== undefined)
      throw new ConfigError("A token's id names its token alone; leave --organization out.");
    const id = tokenId === "-" ? idOf(await readText(stdin)) : tokenId;
    if (!TOKEN_ID.test(id)) throw new ConfigError("A token's id is 1 to 256 printable characters without spaces.");
    return { tokenId: id, organizationId: null, subject: null, issuedUntil: null };
  }
  if (subject === "") throw new ConfigError("--subject NAME names whose tokens end.");
  checkOrganization(organization);
  return { tokenId: null, organizationId: organization ?? null, subject: subject ?? null, issuedUntil: now };
}

function idOf(token: string): string {
  try {
    const { jti } = decodeJwt(token.trim());
    if (typeof jti === "string") return jti;
  } catch {
    throw new ConfigError("What came on stdin is no token.");
  }
  throw new ConfigError(
    "The token has no id (claim jti). Revoke it by --subject NAME, with all that were issued to it.",
  );
}

function reasonOf({ reason = "" }: RevokeRequest): string {
  if (reason.length > REASON_LENGTH_MAX) throw new ConfigError(`--reason is at most ${REASON_LENGTH_MAX} characters.`);
  return reason.replaceAll("\u0000", "\uFFFD");
}

async function withDatabase<Result>(
  config: Config,
  work: (target: DatabaseTarget) => Promise<Result>,
): Promise<Result> {
  const target = existingDatabase(config);
  try {
    return await work(target);
  } catch (error) {
    const { message } = coerceError(error);
    throw new ConfigError(
      /token_revocation/.test(message)
        ? "The database is of an older version. Start this version of tocsind once, then revoke."
        : `The database can't be used: ${message.split("\n")[0]}`,
    );
  }
}

function describe({ tokenId, organizationId, subject, issuedUntil }: RevocationTarget): string {
  if (tokenId !== null) return `token ${tokenId}`;
  const whose = subject === null ? "all tokens" : `all tokens of ${JSON.stringify(subject)}`;
  const where = organizationId === null ? "" : ` in ${organizationId}`;
  return `${whose}${where} issued up to ${toIso(issuedUntil ?? 0)}`;
}

const asText = (revocation: TokenRevocation): string =>
  `${toIso(revocation.revokedAt)}  ${describe(revocation)}${revocation.reason === "" ? "" : `  ${JSON.stringify(revocation.reason)}`}`;

const asJson = ({ issuedUntil, revokedAt, expiresAt, ...revocation }: TokenRevocation): string =>
  JSON.stringify({
    ...revocation,
    issuedUntil: issuedUntil === null ? null : toIso(issuedUntil),
    revokedAt: toIso(revokedAt),
    expiresAt: toIso(expiresAt),
  });
