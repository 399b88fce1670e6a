import { type Clock, toIsoOrNull } from "../../kernel/clock.ts";
import { type DeploymentRiskDeps, readDeploymentRisk } from "../../signal/deployment-risk.ts";
import { type PreventiveDeps, readPreventive } from "../../signal/preventive-signal.ts";
import { type PriorityDeps, readPriority } from "../../signal/priority.ts";
import type { Routes } from "./route.ts";

export interface ServiceSignalDeps extends PriorityDeps, PreventiveDeps, DeploymentRiskDeps {
  readonly clock: Clock;
}

/** Contract 4.2: what the telemetry, the deployments and the incidents of the primary service say about an incident. */
export const serviceSignalRoutes = ({ clock, ...deps }: ServiceSignalDeps) =>
  ({
    getPrioritySignal: async ({ scope, path }) => ({
      status: 200,
      body: await readPriority(deps, scope, path.id, clock.now()),
    }),
    getPreventiveSignal: async ({ scope, path }) => {
      const { reasons, actions, ...signal } = await readPreventive(deps, scope, path.id, clock.now());
      return { status: 200, body: { ...signal, reasons: [...reasons], actions: [...actions] } };
    },
    getDeploymentRisk: async ({ scope, path }) => {
      const { reasons, latestDeploymentAt, ...risk } = await readDeploymentRisk(deps, scope, path.id, clock.now());
      const latest = toIsoOrNull(latestDeploymentAt);
      return { status: 200, body: { ...risk, reasons: [...reasons], latestDeploymentAt: latest } };
    },
  }) satisfies Partial<Routes>;
