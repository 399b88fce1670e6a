import type { Archive } from "../../archive/archive.ts";
import type { CatalogReader } from "../../catalog/catalog.ts";
import type { RelatedIncidentReader } from "../../incident/parent-and-child.ts";
import type { SimilarIncidents } from "../../incident/similar-incidents.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { remediationActions } from "../../model/diagnosis.ts";
import type { ToolRun } from "../../model/diagnostic-tool.ts";
import { type Incident, servicesOf } from "../../model/incident.ts";
import { COUNTED_HOURS_KEPT_MS } from "../../model/ingestion-limits.ts";
import type { Scope } from "../../model/scope.ts";
import { bucketStartOf, minutesKeptFrom } from "../../model/telemetry-count.ts";
import { telemetryOf } from "../../model/telemetry-record.ts";
import type { RunbookStore } from "../../runbook/runbook.ts";
import type { DeploymentStore } from "../../signal/service-history.ts";
import type { CountedBuckets } from "../../signal/telemetry-counts.ts";
import { createCollector } from "./collect.ts";
import { changesOf } from "./gather-changes.ts";
import {
  CHANGES_MS,
  COLLECTED_AT_ONCE_MAX,
  LANES,
  RUNBOOKS_MAX,
  SIMILAR_MAX,
  TOOL_RUNS_MAX,
} from "./gathering-limits.ts";
import type { Grid, Picture, ServiceInView, Volume } from "./incident-picture.ts";
import { knownRunbook, pastIncident, probeFinding } from "./picture-context.ts";
import { pause, planReading, readService } from "./read-telemetry.ts";
import { namedCalls } from "./services-in-messages.ts";
import { type AlertedServices, alertedBeside, connected, servicesInView } from "./services-in-view.ts";
import { corrected, estimatedVolume, howMuch, type ServiceRead, total, unknownVolume, volumesOf } from "./volumes.ts";
import { endOf, type GatheredTelemetry, STEP_MS, windowOf, withoutSilence } from "./window.ts";

export interface ToolRunReader {
  latest(scope: Scope, incidentId: string, most: number): Promise<readonly ToolRun[]>;
}

export interface GatherDeps {
  readonly archive: Pick<Archive, "get" | "sample">;
  readonly counts: CountedBuckets;
  readonly deployments: DeploymentStore;
  readonly catalog: CatalogReader;
  readonly similar: SimilarIncidents;
  readonly families: RelatedIncidentReader;
  readonly alerted: AlertedServices;
  readonly runbooks: Pick<RunbookStore, "published">;
  readonly toolRuns: ToolRunReader;
}

/** Throws the abort of `signal`. Everything but `now` is event time. Yields every few milliseconds. */
export type Gather = (scope: Scope, incident: Incident, now: number, signal: AbortSignal) => Promise<Picture>;

export const createGather =
  (deps: GatherDeps): Gather =>
  async (scope, incident, now, signal) => {
    const noticedAt = await noticed(deps.archive, scope, incident);
    const grid = windowOf(noticedAt, incident, now);
    const related = (await deps.families.related(scope, incident.id)).flatMap(servicesOf);
    const view = await servicesInView({ catalog: deps.catalog, related }, scope, incident);
    const alerted = await alertedBeside(deps, scope, incident, view.services);
    const all = await gatherTelemetry(deps, scope, [...view.services, ...alerted.others], grid, now, signal);
    await pause(signal);
    const services = connected(view.services, alerted.others, all);
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
      omitted: [
        ...view.omitted,
        ...alerted.omitted,
        ...telemetry.omitted,
        ...howMuch(telemetry.reads, telemetry.span),
        ...omitted,
      ],
    };
  };

interface ReadTelemetry extends GatheredTelemetry {
  /** Per service. */
  readonly reads: readonly ServiceRead[];
  /** Length of a counted bucket in milliseconds. */
  readonly span: number;
}

/** Drops services that nothing connects with the incident: simultaneous trouble proves nothing. */
function onlyOf(services: readonly ServiceInView[], telemetry: ReadTelemetry): ReadTelemetry {
  const names = new Set(services.map(({ name }) => name));
  return {
    ...telemetry,
    patterns: telemetry.patterns.filter(({ service }) => names.has(service)),
    metrics: telemetry.metrics.filter(({ service }) => names.has(service)),
    hops: telemetry.hops.filter(({ from, to }) => names.has(from) && names.has(to)),
    volumes: telemetry.volumes.filter(({ service }) => names.has(service)),
    reads: telemetry.reads.filter(({ service }) => names.has(service)),
  };
}

/** Time of the triggering event, else the creation of the incident. */
async function noticed(archive: Pick<Archive, "get">, scope: Scope, incident: Incident): Promise<number> {
  const json = await archive.get(scope, incident.triggeringEventId);
  return json === undefined ? incident.createdAt : telemetryOf(json).timestamp;
}

/** Minutes are counted for recent times, hours for older ones, then nothing. */
async function gatherTelemetry(
  deps: GatherDeps,
  scope: Scope,
  services: readonly ServiceInView[],
  grid: Grid,
  now: number,
  signal: AbortSignal,
): Promise<ReadTelemetry> {
  const names = services.map(({ name }) => name);
  const span = grid.start >= minutesKeptFrom(now) ? STEP_MS : HOUR_MS;
  const range = { span, from: bucketStartOf(grid.start, span), to: endOf(grid) - 1 } as const;
  const counted = await deps.counts.buckets(scope, names, range);
  const isCounted = grid.start >= now - COUNTED_HOURS_KEPT_MS;
  const amounts = isCounted ? volumesOf(names, counted, span, grid) : names.map((name) => unknownVolume(name, grid));
  const plan = planReading(services, amounts);
  const collector = createCollector(grid, names);
  const reading = { archive: deps.archive, scope, grid, signal };
  const estimated = new Map<string, Volume>();
  const reads: ServiceRead[] = [];
  // Collected in the order of services, so that omissions are deterministic.
  const takenIn = names.map(() => Promise.withResolvers<void>());
  await inLanes(names, async (name, index) => {
    const amount = amounts[index] as Volume;
    const drawn = await readService(reading, name, amount, plan[index] ?? []);
    const ofService = counted.filter(({ service }) => service === name);
    const sample = corrected(drawn, ofService, span, grid);
    estimated.set(name, estimatedVolume(name, sample, grid));
    const isSample = drawn.some(({ weight }) => weight !== 1);
    reads.push({ service: name, read: sample.length, events: total(amount.events), isSample });
    await takenIn[index - 1]?.promise;
    for (const [place, { telemetry, weight }] of sample.entries()) {
      if (place % COLLECTED_AT_ONCE_MAX === 0) await pause(signal);
      collector.add(telemetry, weight);
    }
    takenIn[index]?.resolve();
  });
  const collected = await collector.pictureInSteps(() => pause(signal));
  return {
    ...collected,
    volumes: span === STEP_MS ? amounts : names.flatMap((name) => estimated.get(name) ?? []),
    reads,
    span,
  };
}

/** Runs LANES items at a time, and starts none after a failure. */
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
