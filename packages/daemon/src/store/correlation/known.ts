import type { CorrelationRule } from "../../correlate/rule.ts";

/** What a transaction that opens incidents of an organization reads once, however many they are. */
export interface Known {
  /** The enabled ones, in the order in which they are tried. */
  readonly rules: readonly CorrelationRule[];
  /** By time, the number of the first incident that was created then or later. */
  readonly firstNumbers: Map<number, number>;
}
