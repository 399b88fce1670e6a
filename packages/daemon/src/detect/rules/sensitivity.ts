import type { Scope } from "../../model/scope.ts";
import { STRICTNESS_MIN } from "../detection-bounds.ts";

export const sensitivities = ["quiet", "normal", "early"] as const;
/** How much evidence detection demands. Without a setting it is `normal`. */
export type Sensitivity = (typeof sensitivities)[number];

/**
 * A step changes the chance of a false alarm by a factor of ten: a decade, as the level of a test is usually chosen.
 * Evidence is a logarithm of that chance, in nats.
 */
const STEP_NATS = Math.LN10;

/** The evidence that a sensitivity demands in addition to that of a rule, in nats; negative for less. */
export const extraEvidence: Readonly<Record<Sensitivity, number>> = {
  quiet: STEP_NATS,
  normal: 0,
  early: -STEP_NATS,
};

/** The extra evidence for a service. */
export type ExtraEvidenceOf = (key: { readonly organizationId: string; readonly service: string }) => number;

/** The strictness of a detector that demands `nats` of evidence at a strictness of one. */
export const strictnessWith = (strictness: number, nats: number, extra: number): number =>
  Math.max(STRICTNESS_MIN, strictness + extra / nats);

/** Standard deviations of a normal distribution, whose tail decreases with half of their square. */
export const deviationsWith = (deviations: number, extra: number): number =>
  Math.sqrt(Math.max(0, deviations ** 2 + 2 * extra));

export interface SensitivitySetting {
  /** Null for the organization. */
  readonly service: string | null;
  /** Null after a reset: that of the organization, or `normal`. */
  readonly sensitivity: Sensitivity | null;
  readonly since: number;
  readonly by: string;
  readonly reason: string;
}

export interface SensitivityStore {
  /** The settings of the organization and of its services, by service. */
  list(scope: Scope): Promise<readonly SensitivitySetting[]>;
  /** Throws `limit_reached` where too many services have a setting of their own. */
  set(scope: Scope, setting: SensitivitySetting): Promise<void>;
}

export interface StoredSensitivity {
  readonly organizationId: string;
  readonly service: string | null;
  readonly sensitivity: Sensitivity;
}

export const storedSensitivities = (
  { organizationId }: Scope,
  settings: readonly SensitivitySetting[],
): readonly StoredSensitivity[] =>
  settings.flatMap(({ service, sensitivity }) =>
    sensitivity === null ? [] : [{ organizationId, service, sensitivity }],
  );

/** A service's own setting comes before its organization's. */
export function extraEvidenceBy(settings: readonly StoredSensitivity[]): ExtraEvidenceOf {
  if (settings.length === 0) return () => 0;
  const byOrganization = new Map<string, Map<string | null, number>>();
  for (const { organizationId, service, sensitivity } of settings) {
    const own = byOrganization.get(organizationId) ?? new Map<string | null, number>();
    byOrganization.set(organizationId, own.set(service, extraEvidence[sensitivity]));
  }
  return ({ organizationId, service }) => {
    const own = byOrganization.get(organizationId);
    return own?.get(service) ?? own?.get(null) ?? 0;
  };
}
