import type { CountedStart } from "../../signal/telemetry-counts.ts";
import type { Grid, Volume } from "../picture/incident-picture.ts";

/**
 * What was counted of each service; one that nothing was heard of is silent. What is counted in spans longer than a
 * step is spread over them.
 */
export function volumesOf(
  services: readonly string[],
  counted: readonly CountedStart[],
  span: number,
  grid: Grid,
): Volume[] {
  const volumes = new Map(services.map((service) => [service, silence(service, grid)]));
  for (const { service, start, events, logs, errors } of counted) {
    const volume = volumes.get(service);
    if (volume === undefined) continue;
    const share = grid.step / span;
    for (let at = start; at < start + span; at += grid.step) {
      const step = Math.floor((at - grid.start) / grid.step);
      if (step < 0 || step >= grid.count) continue;
      volume.events[step] = (volume.events[step] ?? 0) + events * share;
      volume.logs[step] = (volume.logs[step] ?? 0) + logs * share;
      volume.errors[step] = (volume.errors[step] ?? 0) + errors * share;
    }
  }
  return [...volumes.values()];
}

export const silence = (service: string, { count }: Grid): Volume => ({
  service,
  events: new Float64Array(count),
  logs: new Float64Array(count),
  errors: new Float64Array(count),
});

/** Where nothing is counted there may be much of everything. */
const UNKNOWN = { events: 3000, logs: 2000, errors: 1000 } as const;

export function unknownVolume(service: string, grid: Grid): Volume {
  const volume = silence(service, grid);
  volume.events.fill(UNKNOWN.events);
  volume.logs.fill(UNKNOWN.logs);
  volume.errors.fill(UNKNOWN.errors);
  return volume;
}

export const total = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0);
