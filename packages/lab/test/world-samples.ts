const script = (name: string) => import(new URL(`../eval/world/${name}.mjs`, import.meta.url).href);
export const { createWorld, planFaults, trafficOf, templatesOf } = await script("world");
export const { FAMILIES } = await script("families");
export const { FAULT_KINDS } = await script("fault-kinds");
export const { NAMINGS } = await script("metric-namings");
export const { STYLES } = await script("log-styles");

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const MONDAY = Date.UTC(2026, 4, 4);
export const LEVELS = ["debug", "info", "warn", "error", "fatal"];

export interface Named {
  name: string;
  family: string;
}
export interface Event {
  kind: string;
  id: string;
  service: string;
  timestamp: number;
  receivedAt: number;
  level: string;
  message: string;
  truth?: string;
  name: string;
  value: number;
  unit: string;
  version: string;
}
export interface Fault {
  id: string;
  kind: string;
  root: string;
  at: number;
  until: number;
  shows: string[];
  isGross: boolean;
  hasEffect: boolean;
  describe: string;
}
export interface Node {
  style: Named | null;
  naming: Named | null;
}

export const minutesOf = (world: object, from: number, minutes: number, faults: Fault[] = []): Event[][] => [
  ...trafficOf(world, { from, until: from + minutes * MINUTE, faults }),
];
export const worldOf = (family: string, seed: number, services = 8, more = {}) =>
  createWorld({ family, seed, services, from: MONDAY, ...more });
export const namesOf = (list: Named[], family: string) =>
  list.filter((one) => one.family === family).map(({ name }) => name);
export const eachFamily = (check: (family: string) => void) => FAMILIES.forEach(check);
