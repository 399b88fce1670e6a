import type { Archive } from "../../archive/archive.ts";
import type { CatalogEntry, CatalogReader } from "../../catalog/catalog.ts";
import { redact } from "../../kernel/redact.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { Scope } from "../../model/scope.ts";
import { telemetryOf } from "../../model/telemetry-record.ts";
import type { Deployment, DeploymentStore } from "../../signal/service-history.ts";
import {
  CHANGES_MAX,
  COMMITS_MAX,
  DIFF_CHARS_MAX,
  FILES_MAX,
  GIT_HASH_CHARS_MAX,
  LATE_CHANGES_MAX,
  NAME_CHARS_MAX,
  NOTE_CHARS_MAX,
  NOTES_MAX,
  SUMMARY_CHARS_MAX,
} from "./gathering-limits.ts";
import type { Change, Commit, ServiceInView } from "./incident-picture.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The last commits of a deployment from `metadata.commits`: `sha`, `message`, `files`, `diff`, or GitHub's push
 * format.
 */
export function commitsOf(metadata: Fields | undefined): Commit[] {
  const given = metadata?.["commits"];
  if (!Array.isArray(given)) return [];
  return given.slice(-COMMITS_MAX).flatMap((each: unknown) => (isFields(each) ? commitOf(each) : []));
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function commitOf(fields: Fields): Commit[] {
  const sha = textOf(fields, ["sha", "id", "hash"]);
  if (sha === "") return [];
  const diff = textOf(fields, ["diff", "patch"]);
  const masked = redact(diff.slice(0, DIFF_CHARS_MAX));
  const files = filesOf(fields);
  return [
    {
      sha: toSingleLine(sha, GIT_HASH_CHARS_MAX),
      message: toSingleLine(redact(textOf(fields, ["message", "title"]).slice(0, DIFF_CHARS_MAX)), SUMMARY_CHARS_MAX),
      files: files.slice(0, FILES_MAX).map((file) => toSingleLine(redact(file), NAME_CHARS_MAX)),
      diff: masked.slice(0, DIFF_CHARS_MAX),
      isDiffWhole: diff.length <= DIFF_CHARS_MAX && masked.length <= DIFF_CHARS_MAX,
      hasAllFiles: files.length <= FILES_MAX,
    },
  ];
}

function textOf(fields: Fields, names: readonly string[]): string {
  const found = names.map((name) => fields[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : "";
}

/** One more than kept, to detect omissions. */
const filesOf = (fields: Fields): string[] =>
  ["files", "added", "modified", "removed"]
    .flatMap((name) => (Array.isArray(fields[name]) ? (fields[name] as unknown[]).slice(0, FILES_MAX + 1) : []))
    .filter((file) => typeof file === "string");

export interface ChangeSources {
  readonly archive: Pick<Archive, "get">;
  readonly deployments: DeploymentStore;
  readonly catalog: CatalogReader;
}

export interface ChangesAround {
  readonly changes: readonly Change[];
  readonly omitted: readonly string[];
}

/**
 * Changes of these services from `from` to `to`. Those after `noticedAt` have a separate limit, because they can't be
 * the cause.
 */
export async function changesOf(
  { archive, deployments, catalog }: ChangeSources,
  scope: Scope,
  services: readonly ServiceInView[],
  { from, noticedAt, to }: { readonly from: number; readonly noticedAt: number; readonly to: number },
  pause: () => Promise<void>,
): Promise<ChangesAround> {
  const names = services.map(({ name }) => name);
  const mapped = services.filter(({ inCatalog }) => inCatalog).map(({ name }) => name);
  const [before, after, entries] = await Promise.all([
    deployments.between(scope, names, from, noticedAt, CHANGES_MAX),
    deployments.between(scope, names, noticedAt + 1, to, LATE_CHANGES_MAX),
    Promise.all(mapped.map((name) => catalog.entry(scope, name))),
  ]);
  const changes = entries
    .filter((entry) => entry !== undefined)
    .filter(({ updatedAt }) => updatedAt >= from && updatedAt <= to)
    .map(ofEntry);
  const read = withNotes(services, before);
  for (const each of [...before, ...after]) {
    changes.push(await ofDeployment(archive, scope, each, read.has(each.id)));
    if (read.has(each.id)) await pause();
  }
  return {
    changes: changes.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1)),
    omitted: [
      ...(before.length < CHANGES_MAX ? [] : [`Of the deployments before it, the last ${CHANGES_MAX} were looked at.`]),
      ...(read.size < before.length
        ? [`What they brought was read of ${read.size} of them, the nearest services first.`]
        : []),
    ],
  };
}

/** Deployments whose events are read: of the nearest services, the newest. */
function withNotes(services: readonly ServiceInView[], deployed: readonly Deployment[]): ReadonlySet<string> {
  const distances = new Map(services.map(({ name, distance }) => [name, distance]));
  const far = ({ service }: Deployment) => distances.get(service) ?? Number.POSITIVE_INFINITY;
  const nearest = deployed.toSorted((one, other) => far(one) - far(other) || other.at - one.at);
  return new Set(nearest.slice(0, NOTES_MAX).map(({ id }) => id));
}

async function ofDeployment(
  archive: Pick<Archive, "get">,
  scope: Scope,
  { id, service, version, environment, gitHash, at }: Deployment,
  withNote: boolean,
): Promise<Change> {
  const json = withNote ? await archive.get(scope, id) : undefined;
  const event = json === undefined ? undefined : telemetryOf(json);
  const name = (text: string): string => toSingleLine(redact(text), NAME_CHARS_MAX);
  return {
    kind: "deployment",
    id,
    service,
    at,
    what: name(version),
    environment: name(environment),
    gitHash,
    note: event?.kind === "deployment" ? noteOf(event.metadata) : "",
    commits: event?.kind === "deployment" ? commitsOf(event.metadata) : [],
  };
}

const ofEntry = ({ serviceName, ownerTeam, tier, environment, dependencies, updatedAt }: CatalogEntry): Change => ({
  kind: "catalog",
  id: `catalog:${serviceName}`,
  service: serviceName,
  at: updatedAt,
  what: "entry of the service catalog",
  environment: environment ?? "",
  gitHash: null,
  note: toSingleLine(
    `owner: ${ownerTeam}; tier: ${tier}; calls: ${dependencies.length > 0 ? dependencies.join(", ") : "nothing"}`,
    NOTE_CHARS_MAX,
  ),
  commits: [],
});

/** Informative fields come first, because a note is cut at its end. */
const TELLING = /message|title|summary|description|reason|author|committer|files|paths|branch|pull|ticket/i;
const VALUES_MAX = 40;
const DEPTH_MAX = 3;

/** The metadata on one line: `commitMessage: …; author: …`. */
function noteOf(metadata: Readonly<Record<string, unknown>> | undefined): string {
  const values = wordsIn(metadata ?? {}, 0);
  const ordered = [...values.filter(([name]) => TELLING.test(name)), ...values.filter(([name]) => !TELLING.test(name))];
  const text = ordered
    .filter(([, value]) => value !== "")
    .slice(0, VALUES_MAX)
    .map(([name, value]) => `${name}: ${value.slice(0, NOTE_CHARS_MAX)}`);
  return toSingleLine(redact(text.join("; ").slice(0, NOTE_CHARS_MAX * 4)), NOTE_CHARS_MAX);
}

function wordsIn(value: Readonly<Record<string, unknown>>, depth: number): [name: string, value: string][] {
  return Object.entries(value)
    .slice(0, VALUES_MAX)
    .flatMap(([name, inner]): [string, string][] => {
      if (typeof inner === "string" || typeof inner === "number") return [[name, String(inner)]];
      if (Array.isArray(inner)) return [[name, inner.slice(0, VALUES_MAX).filter(isPlain).join(", ")]];
      if (inner === null || typeof inner !== "object" || depth >= DEPTH_MAX) return [];
      return wordsIn(inner as Record<string, unknown>, depth + 1);
    });
}

const isPlain = (value: unknown): boolean => typeof value === "string" || typeof value === "number";
