import {
  type Alarm,
  addAlarm,
  type Belonging,
  belongingOf,
  candidates,
  type Fault,
  lasts,
  newFault,
  soughtIn,
} from "./fault.ts";
import { type CallsAround, reachFrom } from "./reach.ts";

/** Faults that may go on at once; of more, those that were quiet for longest are given up. */
const FAULTS_MAX = 100;

/** What became of an alarm: `belonging` is undefined where it is the first of its fault. */
export interface Placed<Of extends Alarm> {
  readonly fault: Fault<Of>;
  readonly belonging: Belonging<Of, Fault<Of>> | undefined;
}

/**
 * Gives each alarm to its fault as it comes, for good: the decision that is made for incidents that open, over a
 * stream of alarms in the order of their times.
 */
export function startGrouping<Of extends Alarm>(callsAround: CallsAround): (alarm: Of) => Promise<Placed<Of>> {
  let faults: Fault<Of>[] = [];
  return async (alarm) => {
    faults = faults.filter((fault) => lasts(fault, alarm.at));
    const open = candidates(alarm, faults);
    const reach = await reachFrom(alarm.services, soughtIn(open), callsAround);
    const belonging = belongingOf<Of, Fault<Of>>(alarm, open, reach);
    const fault = belonging?.fault ?? newFault<Of>(alarm.at);
    if (!belonging) faults = [...faults, fault].sort((one, other) => other.lastAt - one.lastAt).slice(0, FAULTS_MAX);
    addAlarm(fault, alarm);
    return { fault, belonging };
  };
}
