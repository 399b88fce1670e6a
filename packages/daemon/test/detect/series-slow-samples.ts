import { metric, minutes, repeat, START } from "./support.ts";

/** Minutes between two values, so that days of them are few. */
export const EVERY = 5;

/** A metric's values from the start on, up to a minute. */
export const values = (name: string, until: number, value: (minute: number) => number, every = EVERY) =>
  repeat(until / every, (index) =>
    metric(START + minutes(index * every), value(index * every), { name, unit: "1", labels: { pod: "a" } }),
  );
