import type { Incident } from "../../model/incident.ts";
import type { Modes } from "../rules/rule-mode.ts";
import type { ShadowOpening } from "./shadow-openings.ts";

/** An incident or a shadow opening of another rule about the same service. */
export interface OverlapCandidate {
  readonly id: string;
  readonly environment: string;
}

/** Rule modes and shadow openings of one organization within one transaction. */
export interface ShadowRepository {
  /** Rules that the detection file puts in shadow. */
  readonly shadowRules: ReadonlySet<string>;
  /** Read once: a change of a mode takes the organization's write lock. */
  modes(): Promise<Modes>;
  findNewestWithKey(deduplicationKey: string): Promise<ShadowOpening | undefined>;
  /** How many the rule recorded since then, counted up to `limit`. */
  countOpened(ruleId: string, since: number, limit: number): Promise<number>;
  insert(opening: ShadowOpening): Promise<void>;
  update(
    id: string,
    fields: Pick<ShadowOpening, "lastSeenAt" | "quietAt" | "observations" | "severity">,
  ): Promise<void>;
  /** Open incidents of other rules about the service, the newest first. */
  openIncidents(shadow: ShadowOpening, limit: number): Promise<readonly OverlapCandidate[]>;
  /** Shadow openings of other rules that are not over at this time, the latest to end first. */
  openShadows(
    incident: Pick<Incident, "primaryService" | "ruleId">,
    now: number,
    limit: number,
  ): Promise<readonly OverlapCandidate[]>;
  addOverlaps(overlaps: readonly { readonly shadowId: string; readonly incidentId: string }[]): Promise<void>;
  /** Judges one shadow opening by the verdicts of the incidents that overlap it, unless a person judged it. */
  judge(shadowId: string): Promise<void>;
  /** Judges all shadow openings that overlap this incident or one merged into it. */
  judgeOverlapping(incidentId: string): Promise<void>;
}
