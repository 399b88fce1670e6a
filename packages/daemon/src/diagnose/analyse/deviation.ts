import type { Signal } from "./signal.ts";

/** How a signal behaves after the onset, measured by its own past. */
export interface Deviation {
  readonly signal: Signal;
  /** The step that its past ends before: the onset, or an earlier change of its own. */
  readonly pastTo: number;
  /** Of a step: the median before, and the far end of what came after; of what is counted, means. */
  readonly before: number;
  readonly after: number;
  /** How far it went, in scales of the past; less where other services' metrics of that name often go far. */
  readonly distance: number;
  /** One scale of the past; 0 of what is counted. */
  readonly unit: number;
  /** Steps from one of its values to the next. */
  readonly rhythm: number;
  /** The first step of its own trouble. */
  readonly since: number;
  /** Where the line of a climb meets the past, of a step and parts of one; else the first step. */
  readonly origin: number;
  /** From which it has gone most of its way: the same, but for what climbs. */
  readonly arrived: number;
  readonly rises: boolean;
  /** Of what is counted: it never came before, or comes no more. */
  readonly turn: "new" | "gone" | "other";
}
