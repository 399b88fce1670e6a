// The method: docs/methods/template-rates.md
import { slotOf } from "../../model/log-pattern.ts";

/** The logs of all patterns together, by the slot that is being filled. */
export interface LogVolume {
  slot: number;
  inSlot: number;
  /** In a usual slot, told from so many; -1: not known yet. */
  usual: number;
  slots: number;
  /** When the service spoke again after it had said nothing for a whole slot: time before that is nobody's pause. */
  resumedAt: number;
}

export const createLogVolume = (): LogVolume => ({ slot: -1, inSlot: 0, usual: -1, slots: 0, resumedAt: 0 });

/** Counts a log of the service's present. */
export function countLogVolume(volume: LogVolume, at: number): void {
  const slot = slotOf(at);
  if (slot > volume.slot) {
    if (slot > volume.slot + 1) volume.resumedAt = at;
    volume.slot = slot;
    volume.inSlot = 0;
  }
  if (slot === volume.slot) volume.inSlot++;
}
