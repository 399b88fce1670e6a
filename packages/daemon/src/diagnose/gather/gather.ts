import type { Archive } from "../../archive/archive.ts";
import type { CatalogReader } from "../../catalog/catalog.ts";
import type { FamilyStore } from "../../incident/family.ts";
import type { SimilarStore } from "../../incident/similar.ts";
import { telemetryOf } from "../../ingest/normalise.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { remediationActions } from "../../model/diagnosis.ts";
import type { ToolRun } from "../../model/diagnostic-tool.ts";
import { type Incident, servicesOf } from "../../model/incident.ts";
import { COUNTED_HOURS_KEPT_MS } from "../../model/limits.ts";
import type { Scope } from "../../model/scope.ts";
import { startOf } from "../../model/telemetry-count.ts";
import type { RunbookStore } from "../../runbook/runbook.ts";
import type { DeploymentStore } from "../../signal/deployment.ts";
import { type CountedBuckets, minutesKeptFrom, type TimeSpan } from "../../signal/telemetry-counts.ts";
import type { Grid, Picture, ServiceInView, Volume } from "../picture.ts";
import { changesOf } from "./changes.ts";
import { createCollector } from "./collect.ts";
import { connected } from "./connected.ts";
import { knownRunbook, pastIncident, probeFinding } from "./known.ts";
import {
  ALARMED_MAX,
  ALARMED_MS,
  CALLS_FAR_MAX,
  CHANGES_MS,
  COLLECTED_AT_ONCE_MAX,
  LANES,
  RUNBOOKS_MAX,
  SERVICES_MAX,
  SIMILAR_MAX,
  TOOL_RUNS_MAX,
} from "./limits.ts";
import { namedCalls } from "./named-calls.ts";
import { pause, planReading, readService } from "./read.ts";
import { servicesInView, type View } from "./services.ts";
import { type GatheredTelemetry, withoutSilence } from "./silence.ts";
import { total, unknownVolume, volumesOf } from "./volumes.ts";
import { corrected, estimatedVolume } from "./weigh.ts";
import { endOf, STEP_MS, windowOf } from "./window.ts";

/** What diagnoses ask of the tool runs of an incident. */
export interface ToolRunReader {
  /** The newest first, at most `most`. */
  latest(scope: Scope, incidentId: string, most: number): Promise<readonly ToolRun[]>;
}

export interface AlarmedServices {
  /** The services of incidents that were created then, each once, the latest first; at most `most`. */
  within(scope: Scope, span: TimeSpan, most: number): Promise<readonly string[]>;
}

export interface GatherDeps {
  readonly archive: Pick<Archive, "get" | "sample">;
  readonly counts: CountedBuckets;
  readonly deployments: DeploymentStore;
  readonly catalog: CatalogReader;
  readonly similar: SimilarStore;
  readonly families: Pick<FamilyStore, "related">;
  readonly alarmed: AlarmedServices;
  readonly runbooks: Pick<RunbookStore, "published">;
  readonly toolRuns: ToolRunReader;
}

/**
 * Throws what `signal` was aborted with. `now` bounds what is looked at; all else goes by the time of events. Runs
 * beside others on its thread, in turns of some milliseconds.
 */
export type Gather = (scope: Scope, incident: Incident, now: number, signal: AbortSignal) => Promise<Picture>;

export const createGather =
  (deps: GatherDeps): Gather =>
  async (scope, incident, now, signal) => {
    const noticedAt = await noticed(deps.archive, scope, incident);
    const grid = windowOf(noticedAt, incident, now);
    const related = (await deps.families.related(scope, incident.id)).flatMap(servicesOf);
    const view = await servicesInView({ catalog: deps.catalog, related }, scope, incident);
    const others = await alarmedBeside(deps, scope, incident, view);
    const all = await gatherTelemetry(deps, scope, [...view.services, ...others], grid, now, signal);
    await pause(signal);
    const services = connected(view.services, others, all);
    const telemetry = onlyOf(services, all);
    const around = { from: Math.min(grid.start, noticedAt - CHANGES_MS), noticedAt, to: endOf(grid) };
    const [{ changes, omitted }, similar, runs, runbooks] = await Promise.all([
      changesOf(deps, scope, services, around, () => pause(signal)),
      deps.similar.similar(scope, incident.id, SIMILAR_MAX),
      deps.toolRuns.latest(scope, incident.id, TOOL_RUNS_MAX),
      deps.runbooks.published(scope, remediationActions, [], RUNBOOKS_MAX),
    ]);
    signal.throwIfAborted();
    const names = services.map(({ name }) => name);
    return {
      incident,
      noticedAt,
      services,
      calls: [...view.calls, ...namedCalls(telemetry.patterns, view.calls)],
      ...withoutSilence(telemetry, grid, noticedAt),
      changes,
      similar: similar.map(pastIncident),
      probes: runs.filter(({ status }) => status !== "running").map((run) => probeFinding(run, names)),
      runbooks: runbooks.map(knownRunbook),
      omitted: [...view.omitted, ...telemetry.omitted, ...omitted],
    };
  };

/** Services beside those in view whose incidents opened at about the same time, as far away as any. */
async function alarmedBeside(
  { alarmed, catalog }: GatherDeps,
  scope: Scope,
  { createdAt }: Incident,
  { services }: View,
): Promise<ServiceInView[]> {
  const names = new Set(services.map(({ name }) => name));
  const span = { from: createdAt - ALARMED_MS, to: createdAt + ALARMED_MS };
  const found = await alarmed.within(scope, span, names.size + ALARMED_MAX);
  const others = found
    .filter((name) => !names.has(name))
    .slice(0, Math.max(0, Math.min(ALARMED_MAX, SERVICES_MAX - names.size)));
  const mapped = await catalog.ownersOf(scope, others);
  return others.map((name) => ({ name, distance: CALLS_FAR_MAX, inCatalog: mapped.has(name) }));
}

/** Without those that nothing connects with the incident: trouble at the same time alone is no reason to be blamed. */
function onlyOf(services: readonly ServiceInView[], telemetry: GatheredTelemetry): GatheredTelemetry {
  const names = new Set(services.map(({ name }) => name));
  return {
    ...telemetry,
    patterns: telemetry.patterns.filter(({ service }) => names.has(service)),
    metrics: telemetry.metrics.filter(({ service }) => names.has(service)),
    hops: telemetry.hops.filter(({ from, to }) => names.has(from) && names.has(to)),
    volumes: telemetry.volumes.filter(({ service }) => names.has(service)),
  };
}

/** When the event that opened the incident happened; where there is none, when the incident was made. */
async function noticed(archive: Pick<Archive, "get">, scope: Scope, incident: Incident): Promise<number> {
  const json = await archive.get(scope, incident.triggeringEventId);
  return json === undefined ? incident.createdAt : telemetryOf(json).timestamp;
}

/** Older than the minutes that are kept, hours alone are counted; older than those, nothing. */
async function gatherTelemetry(
  deps: GatherDeps,
  scope: Scope,
  services: readonly ServiceInView[],
  grid: Grid,
  now: number,
  signal: AbortSignal,
): Promise<GatheredTelemetry> {
  const names = services.map(({ name }) => name);
  const span = grid.start >= minutesKeptFrom(now) ? STEP_MS : HOUR_MS;
  const range = { span, from: startOf(grid.start, span), to: endOf(grid) - 1 } as const;
  const counted = await deps.counts.buckets(scope, names, range);
  const isCounted = grid.start >= now - COUNTED_HOURS_KEPT_MS;
  const amounts = isCounted ? volumesOf(names, counted, span, grid) : names.map((name) => unknownVolume(name, grid));
  const plan = planReading(services, amounts);
  const collector = createCollector(grid, names);
  const reading = { archive: deps.archive, scope, grid, signal };
  const estimated = new Map<string, Volume>();
  let read = 0;
  let isSample = false;
  // Taken in by the order of the services, whichever is read first: what there is no room for is always the same.
  const takenIn = names.map(() => Promise.withResolvers<void>());
  await inLanes(names, async (name, index) => {
    const drawn = await readService(reading, name, amounts[index] as Volume, plan[index] ?? []);
    isSample ||= drawn.some(({ weight }) => weight !== 1);
    const ofService = counted.filter(({ service }) => service === name);
    const sample = corrected(drawn, ofService, span, grid);
    estimated.set(name, estimatedVolume(name, sample, grid));
    read += sample.length;
    await takenIn[index - 1]?.promise;
    for (const [place, { telemetry, weight }] of sample.entries()) {
      if (place % COLLECTED_AT_ONCE_MAX === 0) await pause(signal);
      collector.add(telemetry, weight);
    }
    takenIn[index]?.resolve();
  });
  const { omitted, ...collected } = await collector.pictureInTurns(() => pause(signal));
  const all = amounts.reduce((sum, { events }) => sum + total(events), 0);
  return {
    ...collected,
    volumes: span === STEP_MS ? amounts : names.flatMap((name) => estimated.get(name) ?? []),
    omitted: [...omitted, ...howMuch(read, Math.round(all), isSample, span)],
  };
}

/** Deployments are counted as events and aren't read here: fewer read than counted alone make no estimate. */
const howMuch = (read: number, all: number, isSample: boolean, span: number): string[] => [
  ...(isSample && read < all && span === STEP_MS
    ? [
        `${read} of ${all} events were read, those of trouble and of the nearest services first; counts of messages are estimates.`,
      ]
    : []),
  ...(span === STEP_MS ? [] : ["For so long ago there are no counts by the minute: how much came is estimated."]),
];

/** Each in its turn, LANES of them at a time; where one fails, no other is begun. */
async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const waiting = [...items.entries()].reverse();
  const lane = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await work(next[1], next[0]).catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
