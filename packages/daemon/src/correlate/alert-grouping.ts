import {
  addAlert,
  createFault,
  type Fault,
  type FaultAlert,
  type FaultMembership,
  findCandidates,
  findMembership,
  isOngoing,
  toReachQuery,
} from "./fault.ts";
import { computeReach, type ReadCallsAround } from "./service-reach.ts";

/** Faults that may go on at once; of more, those that were quiet for longest are given up. */
const FAULTS_MAX = 100;

/** What became of an alarm: `belonging` is undefined where it is the first of its fault. */
export interface GroupedAlert<Of extends FaultAlert> {
  readonly fault: Fault<Of>;
  readonly belonging: FaultMembership<Of, Fault<Of>> | undefined;
}

/**
 * Gives each alarm to its fault as it comes, for good: the decision that is made for incidents that open, over a
 * stream of alarms in the order of their times.
 */
export function createAlertGrouping<Of extends FaultAlert>(
  callsAround: ReadCallsAround,
): (alarm: Of) => Promise<GroupedAlert<Of>> {
  let faults: Fault<Of>[] = [];
  return async (alarm) => {
    faults = faults.filter((fault) => isOngoing(fault, alarm.at));
    const open = findCandidates(alarm, faults);
    const reach = await computeReach(alarm.services, toReachQuery(open), callsAround);
    const belonging = findMembership<Of, Fault<Of>>(alarm, open, reach);
    const fault = belonging?.fault ?? createFault<Of>(alarm.at);
    if (!belonging) faults = [...faults, fault].sort((one, other) => other.lastAt - one.lastAt).slice(0, FAULTS_MAX);
    addAlert(fault, alarm);
    return { fault, belonging };
  };
}
