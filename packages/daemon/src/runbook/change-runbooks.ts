import gt from "semver/functions/gt.js";
import { ApplicationError } from "../kernel/errors.ts";
import { randomId } from "../kernel/ids.ts";
import type { Scope } from "../model/scope.ts";
import type { Runbook, RunbookOutline, RunbookStore, RunbookVersion } from "./runbook.ts";

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

/** A draft with the version 1.0.0. Throws `version_not_higher`. */
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

/** Throws `not_found`, or `conflict` where it isn't higher than the latest one. */
export const addVersion = (
  store: RunbookStore,
  scope: Scope,
  runbookId: string,
  given: NewVersion,
  now: number,
): Promise<RunbookVersion> => store.addVersion(scope, versionOf(scope, runbookId, given, now));

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

/** Versions only grow, as semantic versions do (decisions §11). Throws `version_not_higher`. */
export function refuseUnlessHigher(version: string, latest: string): void {
  if (gt(version, latest)) return;
  const message = `must be higher than ${latest}`;
  throw new ApplicationError("version_not_higher", `The version ${version} ${message}, the latest version.`, {
    details: [{ path: "/version", message }],
  });
}
