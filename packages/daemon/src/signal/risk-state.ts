export const riskStates = ["low", "moderate", "high", "critical"] as const;
export type RiskState = (typeof riskStates)[number];

const FROM: readonly (readonly [score: number, state: RiskState])[] = [
  [75, "critical"],
  [50, "high"],
  [25, "moderate"],
];

export const riskStateOf = (score: number): RiskState => FROM.find(([from]) => score >= from)?.[1] ?? "low";

/** A risk, as people read it. */
export interface RiskReport {
  readonly state: RiskState;
  readonly summary: string;
  readonly reasons: readonly string[];
  readonly recommendation: string;
}
