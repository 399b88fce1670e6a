import gt from "semver/functions/gt.js";
import { ApplicationError } from "../kernel/errors.ts";
import { randomId } from "../kernel/ids.ts";
import type { Scope } from "../model/scope.ts";

export const runbookStatuses = ["draft", "published", "archived"] as const;
export type RunbookStatus = (typeof runbookStatuses)[number];

/** The latest version without its text. */
export interface RunbookOutline {
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly title: string;
  readonly ownerTeam: string | null;
  readonly status: RunbookStatus;
  readonly actionTags: readonly string[];
  readonly latestVersion: string;
  /** Free text. */
  readonly createdBy: string;
  /** Subject of the token; null in old rows. */
  readonly actor: string | null;
  readonly changeSummary: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Runbook extends RunbookOutline {
  /** Markdown of the latest version; null if a list reached its size limit. */
  readonly contentMd: string | null;
}

/** Immutable. */
export interface RunbookVersion {
  readonly id: string;
  readonly organizationId: string;
  readonly runbookId: string;
  readonly version: string;
  readonly contentMd: string;
  readonly createdBy: string;
  /** Subject of the token; null in old rows. */
  readonly actor: string | null;
  readonly changeSummary: string | null;
  readonly createdAt: number;
}

export interface RunbookFilter {
  readonly status?: RunbookStatus;
  /** One of its action tags. */
  readonly actionType?: string;
  readonly limit: number;
  readonly cursor?: string;
}

interface RunbookPage {
  readonly runbooks: readonly Runbook[];
  readonly cursor?: string;
}

interface VersionPage {
  readonly versions: readonly RunbookVersion[];
  readonly cursor?: string;
}

/** Every method is one transaction, limited to the scope's organization. */
export interface RunbookStore {
  /** The newest first. */
  list(scope: Scope, filter: RunbookFilter): Promise<RunbookPage>;
  get(scope: Scope, id: string): Promise<Runbook>;
  /** The existing ones, in the order of the ids. */
  find(scope: Scope, ids: readonly string[]): Promise<readonly Runbook[]>;
  /** Published runbooks with one of the action types, the newest `most` of each, and those of `ids`. */
  published(
    scope: Scope,
    actionTypes: readonly string[],
    ids: readonly string[],
    most: number,
  ): Promise<readonly RunbookOutline[]>;
  /** Throws `conflict` for a taken slug, and at the limit of runbooks. */
  create(scope: Scope, runbook: RunbookOutline, first: RunbookVersion): Promise<Runbook>;
  /** Throws `not_found`, and what `check` throws for the latest version. */
  addVersion(scope: Scope, version: RunbookVersion, check: (latest: string) => void): Promise<RunbookVersion>;
  /** The latest first. Throws `not_found`. */
  versions(scope: Scope, id: string, limit: number, cursor?: string): Promise<VersionPage>;
  /** Idempotent. Throws `not_found`. */
  setStatus(scope: Scope, id: string, status: RunbookStatus, now: number): Promise<void>;
}

const FIRST_VERSION = "1.0.0";

interface NewText {
  readonly contentMd: string;
  readonly createdBy?: string;
  readonly changeSummary?: string;
}

export interface NewRunbook extends NewText {
  readonly slug: string;
  readonly title: string;
  readonly ownerTeam?: string;
  readonly actionTags?: readonly string[];
}

export interface NewVersion extends NewText {
  readonly version: string;
}

/** A draft of version 1.0.0. */
export function createRunbook(store: RunbookStore, scope: Scope, given: NewRunbook, now: number): Promise<Runbook> {
  const id = randomId();
  const first = versionOf(scope, id, { ...given, version: FIRST_VERSION }, now);
  const runbook: RunbookOutline = {
    id,
    organizationId: scope.organizationId,
    slug: given.slug,
    title: given.title.trim(),
    ownerTeam: given.ownerTeam?.trim() || null,
    status: "draft",
    actionTags: [...new Set(given.actionTags)],
    latestVersion: first.version,
    createdBy: first.createdBy,
    actor: first.actor,
    changeSummary: first.changeSummary,
    createdAt: now,
    updatedAt: now,
  };
  return store.create(scope, runbook, first);
}

/** Throws `not_found`, and `version_not_higher`. */
export const addVersion = (
  store: RunbookStore,
  scope: Scope,
  runbookId: string,
  given: NewVersion,
  now: number,
): Promise<RunbookVersion> =>
  store.addVersion(scope, versionOf(scope, runbookId, given, now), (latest) =>
    refuseUnlessHigher(given.version, latest),
  );

const versionOf = (scope: Scope, runbookId: string, given: NewVersion, now: number): RunbookVersion => ({
  id: randomId(),
  organizationId: scope.organizationId,
  runbookId,
  version: given.version,
  contentMd: given.contentMd,
  createdBy: given.createdBy?.trim() || scope.actor,
  actor: scope.actor,
  changeSummary: given.changeSummary?.trim() ? given.changeSummary : null,
  createdAt: now,
});

/** Semantic versions only grow. Throws `version_not_higher`. */
function refuseUnlessHigher(version: string, latest: string): void {
  if (gt(version, latest)) return;
  const message = `must be higher than ${latest}`;
  throw new ApplicationError("version_not_higher", `The version ${version} ${message}, the latest version.`, {
    details: [{ path: "/version", message }],
  });
}
