/** How far a condition went. A person's verdict on an incident is a verdict on its level. */
export interface ConditionLevel {
  /** Only levels of one measure are compared. */
  readonly measure: string;
  /** Above zero, and larger for worse: twice the value is twice as bad. */
  readonly value: number;
}

/** A condition that has no degrees. */
export const wholeLevel = (measure: string): ConditionLevel => ({ measure, value: 1 });

const SHARE_MAX = 0.99;

/** The odds of a share, so that a share near one can still be far exceeded. */
export function shareLevel(measure: string, share: number): ConditionLevel {
  const bounded = Math.min(SHARE_MAX, share);
  return { measure, value: bounded / (1 - bounded) };
}

/** Measures of the share of requests or logs that fail. */
export const ERROR_LOGS = "share of errors";
export const FAILED_REQUESTS = "share of failures";

export const isFailingShare = ({ measure }: ConditionLevel): boolean =>
  measure === ERROR_LOGS || measure === FAILED_REQUESTS;

/** The share of such a level. */
export const shareOfLevel = ({ value }: ConditionLevel): number => value / (1 + value);

/** The worse of two levels; the latter where they can't be compared. */
export const worseLevel = (
  one: ConditionLevel | undefined,
  other: ConditionLevel | undefined,
): ConditionLevel | undefined =>
  one !== undefined && (other === undefined || (one.measure === other.measure && one.value > other.value))
    ? one
    : other;

/** The level in the metadata of a timeline entry; undefined without one. */
export function levelIn({ level }: Readonly<Record<string, unknown>>): ConditionLevel | undefined {
  const { measure, value } = (level ?? {}) as Partial<Record<keyof ConditionLevel, unknown>>;
  return typeof measure === "string" && typeof value === "number" ? { measure, value } : undefined;
}
