import { type CallOptions, data, type Port } from "../transport/port.ts";

/** Figures about an incident. Every signal answers zeros and a reason without data. Scores run from 0 to 100. */
export function createSignals({ api, with: how }: Port) {
  return {
    /**
     * The next escalation and when it is due: the minutes of the severity, counted from the creation.
     * @example
     * const { nextStep, suggestedTargets } = await tocsin.signals.escalationPlan("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(nextStep, suggestedTargets);
     */
    escalationPlan: (id: string, options?: CallOptions) =>
      data(api.getEscalationPlan({ path: { id }, ...how(options) })),
    /**
     * Escalates now, to the given target or the one that the plan suggests.
     * @throws NotFoundError for an unknown target.
     * @example
     * const { escalated, target } = await tocsin.signals.escalate("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(escalated, target?.email);
     */
    escalate: (id: string, targetId?: string, options?: CallOptions) =>
      data(
        api.escalateIncident({ path: { id }, ...(targetId !== undefined && { body: { targetId } }), ...how(options) }),
      ),
    /**
     * How urgent it is, P1 to P5, with the burn rates of the service's objective.
     * @example
     * const { level, reason } = await tocsin.signals.priority("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(level, reason);
     */
    priority: (id: string, options?: CallOptions) => data(api.getPrioritySignal({ path: { id }, ...how(options) })),
    /**
     * Measures that would keep the incident from recurring.
     * @example
     * const { recommendation } = await tocsin.signals.preventive("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(recommendation);
     */
    preventive: (id: string, options?: CallOptions) => data(api.getPreventiveSignal({ path: { id }, ...how(options) })),
    /**
     * How risky a change of the services concerned is now.
     * @example
     * const { score, topChangeReason } = await tocsin.signals.changeRisk("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(score, topChangeReason);
     */
    changeRisk: (id: string, options?: CallOptions) => data(api.getChangeRisk({ path: { id }, ...how(options) })),
    /**
     * How much a recent deployment looks to be at fault.
     * @example
     * const { score, latestDeploymentAt } = await tocsin.signals.deploymentRisk("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     * console.log(score, latestDeploymentAt);
     */
    deploymentRisk: (id: string, options?: CallOptions) =>
      data(api.getDeploymentRisk({ path: { id }, ...how(options) })),
  };
}
