import { AggregatorRegistry, Registry } from "prom-client";
import type { Health } from "../http/health.ts";
import type { HealthCheck } from "./health-checks.ts";
import type { RunningRole } from "./role.ts";
import type { Role } from "./setting-values.ts";
import type { StorageWait } from "./storage-wait.ts";

export interface ProcessHealth {
  readonly roles: readonly Role[];
  /** Those that run; the others are starting. */
  readonly running: ReadonlyMap<Role, RunningRole>;
  readonly storage: StorageWait;
  readonly checks: readonly HealthCheck[];
}

/** Of the whole process. It answers from the first moment of the start on. */
export const createProcessHealth = ({ roles, running, storage, checks }: ProcessHealth): Health => ({
  roles,
  metrics: () => aggregate([...running.values()]),
  async notReady() {
    const waiting = storage.reason();
    const starting = roles.filter((role) => !running.has(role)).map((role) => `${role} is starting`);
    const asked = await Promise.all([
      ...checks.map((check) => check.problem()),
      ...[...running.values()].map((role) => role.notReady()),
    ]);
    return [...new Set([waiting, ...starting, ...asked.flat()])].filter((reason) => reason !== undefined);
  },
  async warnings() {
    return (await Promise.all([...running.values()].map((role) => role.warnings?.() ?? []))).flat();
  },
});

async function aggregate(roles: readonly RunningRole[]): Promise<{ contentType: string; text: string }> {
  // A role that can't answer now takes nothing from what the others tell.
  const answers = await Promise.allSettled(roles.map((role) => role.metrics()));
  const metrics = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const whole = AggregatorRegistry.aggregate(metrics as Parameters<typeof AggregatorRegistry.aggregate>[0]);
  return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text: await whole.metrics() };
}
