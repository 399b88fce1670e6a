import type { DiagnosisJobStore } from "../../diagnose/store.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Routes } from "./route.ts";

export interface DiagnosisRoutesDeps {
  readonly diagnoses: Pick<DiagnosisJobStore, "ask">;
  readonly clock: Clock;
}

/** Contract 4.1: asks for a diagnosis; workers do it. */
export const diagnosisRoutes = ({ diagnoses, clock }: DiagnosisRoutesDeps) =>
  ({
    diagnoseIncident: async ({ scope, path }) => {
      await diagnoses.ask(scope, path.id, clock.now());
      return { status: 200, body: { queued: true } };
    },
  }) satisfies Partial<Routes>;
