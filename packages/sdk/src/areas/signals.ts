import type { CoreApi } from "../generated/core/sdk.gen.ts";
import { type CallOptions, data, type Port } from "../transport/port.ts";

/** What the facts say about an incident. Every one answers zeros and a reason where there is no data. Scores run from 0 to 100. */
export function createSignals({ api, with: how }: Port<CoreApi>) {
  return {
    /** Who is told next, and when: the minutes of its severity, counted from the creation. */
    escalationPlan: (id: string, options?: CallOptions) =>
      data(api.getEscalationPlan({ path: { id }, ...how(options) })),
    /** Escalates now, to the given target or the one that the plan suggests. @throws NotFoundError for an unknown target. */
    escalate: (id: string, targetId?: string, options?: CallOptions) =>
      data(
        api.escalateIncident({ path: { id }, ...(targetId !== undefined && { body: { targetId } }), ...how(options) }),
      ),
    /** How urgent it is, P1 to P5, with the burn rates of the service's objective. */
    priority: (id: string, options?: CallOptions) => data(api.getPrioritySignal({ path: { id }, ...how(options) })),
    /** What would keep it from coming back. */
    preventive: (id: string, options?: CallOptions) => data(api.getPreventiveSignal({ path: { id }, ...how(options) })),
    /** How risky a change of the services concerned is now. */
    changeRisk: (id: string, options?: CallOptions) => data(api.getChangeRisk({ path: { id }, ...how(options) })),
    /** How much a recent deployment looks to be at fault. */
    deploymentRisk: (id: string, options?: CallOptions) =>
      data(api.getDeploymentRisk({ path: { id }, ...how(options) })),
  };
}
