import { DAY_MS } from "../kernel/clock.ts";
import type { Scope } from "../model/scope.ts";
import type { CorrelationAction, CorrelationRule } from "./correlation-rule.ts";
import { type Correlated, describeMatch, fieldsOf, isFor, type Match, match } from "./evaluate-rules.ts";

/** Maximum incidents of a preview, the newest ones. */
const PREVIEW_INCIDENTS_MAX = 100_000;
const SAMPLES_MAX = 20;

export type RuleDraft = Pick<CorrelationRule, "conditions" | "action">;

export interface PastIncident extends Correlated {
  readonly id: string;
  /** Null for an incident that is not over, or was reopened. */
  readonly resolvedAt: number | null;
}

export interface PastIncidents {
  /**
   * The newest `most` incidents that opened from `from` to `to`, oldest first, in pages. Other work runs between pages.
   */
  opened(scope: Scope, from: number, to: number, most: number): AsyncIterable<readonly PastIncident[]>;
}

export interface PreviewSample extends Match {
  readonly incidentId: string;
  readonly relatedIncidentId: string;
  readonly action: CorrelationAction;
  readonly reason: string;
}

export interface Preview {
  readonly evaluated: number;
  readonly merged: number;
  readonly grouped: number;
  readonly suppressed: number;
  readonly samples: readonly PreviewSample[];
}

/** Computes what a draft alone would have done in the last days. Writes nothing. */
export async function previewRule(
  past: PastIncidents,
  scope: Scope,
  draft: RuleDraft,
  lookbackDays: number,
  now: number,
): Promise<Preview> {
  const replay = startReplay(draft);
  for await (const page of past.opened(scope, now - lookbackDays * DAY_MS, now, PREVIEW_INCIDENTS_MAX)) {
    for (const incident of page) replay.see(incident);
  }
  return replay.outcome();
}

export interface Replay {
  see(incident: PastIncident): void;
  outcome(): Preview;
}

interface Partner extends PastIncident {
  /** The target of a merge: the incident itself or its head, since merges are flat. */
  readonly head: PastIncident;
  /** The incident is a partner until this time. An incident that is over can still be grouped. */
  readonly untilMs: number;
}

/**
 * Replays incidents in the order of opening. Incidents match if the compared fields give the same key. The newest open
 * one is the partner; suppressed ones are left out. Constant time for each incident; only possible partners are kept.
 */
export function startReplay({ conditions, action }: RuleDraft): Replay {
  const partners = new Map<string, Partner[]>();
  const samples: PreviewSample[] = [];
  let [evaluated, matched] = [0, 0];
  return {
    see(incident) {
      evaluated++;
      const fields = isFor(conditions, incident) ? fieldsOf(conditions, incident) : undefined;
      if (!fields) return;
      const key = JSON.stringify(Object.values(fields));
      const line = partners.get(key) ?? [];
      dropUntil(line, incident.createdAt);
      const partner = line.at(-1);
      const found = partner && match(conditions, incident, partner);
      if (partner && found) {
        matched++;
        const ids = { incidentId: incident.id, relatedIncidentId: partner.id };
        samples.push({ ...ids, action, ...found, reason: describeMatch(found) });
        if (samples.length > SAMPLES_MAX) samples.shift();
        if (action === "suppress") return;
      }
      const head = found && action === "merge" ? partner.head : incident;
      const untilMs = action === "group" ? Number.POSITIVE_INFINITY : Math.min(overAt(incident), overAt(head));
      // Partners that end before a newer one can't be chosen any more.
      dropUntil(line, untilMs);
      line.push({ ...incident, head, untilMs });
      partners.set(key, line);
    },
    outcome: () => ({
      evaluated,
      merged: action === "merge" ? matched : 0,
      grouped: action === "group" ? matched : 0,
      suppressed: action === "suppress" ? matched : 0,
      samples: samples.toReversed(),
    }),
  };
}

const overAt = ({ resolvedAt }: PastIncident): number => resolvedAt ?? Number.POSITIVE_INFINITY;

/** Removes partners that end by then. */
function dropUntil(line: Partner[], untilMs: number): void {
  for (let last = line.at(-1); last && last.untilMs <= untilMs; last = line.at(-1)) line.pop();
}
