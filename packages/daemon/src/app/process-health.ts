import type { Health } from "../http/health.ts";
import type { HealthCheck } from "./backends/health-checks.ts";
import type { Role } from "./config/setting-values.ts";
import type { RunningRole } from "./roles/role-context.ts";
import { AggregatorRegistry, Registry } from "./runtime/prometheus.ts";
import type { StorageWait } from "./runtime/storage-wait.ts";

export interface ProcessHealth {
  readonly roles: readonly Role[];
  /** The roles that are running; the others are starting. */
  readonly running: ReadonlyMap<Role, RunningRole>;
  readonly storage: StorageWait;
  readonly checks: readonly HealthCheck[];
  /** Warnings of the process itself. */
  readonly warnings: () => readonly string[];
}

/** The health of the whole process, available from the beginning of the start. */
export const createProcessHealth = ({ roles, running, storage, checks, warnings }: ProcessHealth): Health => ({
  roles,
  metrics: () => aggregate([...running.values()]),
  async notReady() {
    const waiting = storage.reason();
    const starting = roles.filter((role) => !running.has(role)).map((role) => `${role} is starting`);
    const reasons = await Promise.all([
      ...checks.map((check) => check.problem()),
      ...[...running.values()].map((role) => role.notReady()),
    ]);
    return [...new Set([waiting, ...starting, ...reasons.flat()])].filter((reason) => reason !== undefined);
  },
  async warnings() {
    const ofRoles = await Promise.all([...running.values()].map((role) => role.warnings?.() ?? []));
    return [...warnings(), ...ofRoles.flat()];
  },
});

async function aggregate(roles: readonly RunningRole[]): Promise<{ contentType: string; text: string }> {
  // The metrics of one role that doesn't answer are left out.
  const answers = await Promise.allSettled(roles.map((role) => role.metrics()));
  const metrics = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const total = AggregatorRegistry.aggregate(metrics as Parameters<typeof AggregatorRegistry.aggregate>[0]);
  // prom-client writes Nan where the format says NaN.
  const text = (await total.metrics()).replaceAll(/ Nan$/gm, " NaN");
  return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text };
}
