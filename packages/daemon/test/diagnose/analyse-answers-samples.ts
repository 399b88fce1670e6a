import type { Volume } from "../../src/diagnose/gather/incident-picture.ts";

export const LAST = 120;

export const volumeOf = (service: string, events: (step: number) => number, errors = 0): Volume => ({
  service,
  events: Float64Array.from({ length: LAST }, (_, step) => events(step)),
  logs: Float64Array.from({ length: LAST }, (_, step) => events(step)),
  errors: new Float64Array(LAST).fill(errors),
});
