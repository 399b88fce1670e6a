import {
  type Alert,
  type AlertGroup,
  type AlertGroupMembership,
  addAlert,
  createFault,
  findCandidates,
  findMembership,
  isOngoing,
  toReachQuery,
} from "../../src/correlate/alert-group.ts";
import { computeReach, type ReadCallsAround } from "../../src/correlate/service-reach.ts";

/** Of more, those with the oldest alerts are dropped. */
const FAULTS_MAX = 100;

/** `membership` is undefined for the first alert of its fault. */
export interface GroupedAlert<Of extends Alert> {
  readonly fault: AlertGroup<Of>;
  readonly membership: AlertGroupMembership<Of, AlertGroup<Of>> | undefined;
}

/** Assigns each alert to a fault: the decision for opening incidents, over a stream of alerts in the order of time. */
export function createAlertGrouping<Of extends Alert>(
  callsAround: ReadCallsAround,
): (alert: Of) => Promise<GroupedAlert<Of>> {
  let faults: AlertGroup<Of>[] = [];
  return async (alert) => {
    faults = faults.filter((fault) => isOngoing(fault, alert.at));
    const open = findCandidates(alert, faults);
    const reach = await computeReach(alert.services, toReachQuery(open), callsAround);
    const membership = findMembership<Of, AlertGroup<Of>>(alert, open, reach);
    const fault = membership?.fault ?? createFault<Of>(alert.at);
    if (!membership) faults = [...faults, fault].sort((one, other) => other.lastAt - one.lastAt).slice(0, FAULTS_MAX);
    addAlert(fault, alert);
    return { fault, membership };
  };
}
