import { DAY_MS } from "../kernel/clock.ts";
import type { Scope } from "../model/scope.ts";
import type { CorrelationAction, CorrelationRule } from "./correlation-rule.ts";
import { type Correlated, describeMatch, fieldsOf, isFor, type Match, match } from "./evaluate-rules.ts";

/** Incidents that one preview looks at; of more, the newest. */
const PREVIEW_INCIDENTS_MAX = 100_000;
const SAMPLES_MAX = 20;

/** A rule that isn't stored. */
export type RuleDraft = Pick<CorrelationRule, "conditions" | "action">;

/** An incident as far as a replay looks at it. */
export interface PastIncident extends Correlated {
  readonly id: string;
  /** When it was over, as far as that is known today; one that reopened since counts as never over. */
  readonly resolvedAt: number | null;
}

export interface PastIncidents {
  /**
   * The incidents that opened from `from` to `to`, oldest first, in pages; of more than `most` the newest. Between
   * two pages others have their turn.
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
  /** The newest first. */
  readonly samples: readonly PreviewSample[];
}

/** What a draft would have done in the last days, had it stood alone from their first incident on. Writes nothing. */
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
  /** The next incident; none of those before opened later. */
  see(incident: PastIncident): void;
  outcome(): Preview;
}

/** An incident that later ones may be correlated with. */
interface Partner extends PastIncident {
  /** What a match is merged into: itself, or what it was merged into itself, since merges are flat. */
  readonly head: PastIncident;
  /** From then on it is no partner: it or its head is over. An incident can be grouped with one that is over. */
  readonly untilMs: number;
}

/**
 * Goes through incidents in the order of their opening. All that match each other have the same key, made of the
 * compared fields; the newest with the key that isn't over at that moment is the partner. A suppressed incident
 * isn't there for those after it. Costs a step an incident, and keeps of each key only those that may yet be a partner.
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
      const partner = newestAt(line, incident.createdAt);
      const found = partner && match(conditions, incident, partner);
      if (partner && found) {
        matched++;
        samples.push(sampleOf(action, incident, partner, found));
        if (samples.length > SAMPLES_MAX) samples.shift();
        if (action === "suppress") return;
      }
      const head = found && action === "merge" ? partner.head : incident;
      const untilMs = action === "group" ? Number.POSITIVE_INFINITY : Math.min(overAt(incident), overAt(head));
      queue(line, { ...incident, head, untilMs });
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

/** The newest stands last. One that is over by now is so for all that come. */
function newestAt(line: Partner[], now: number): Partner | undefined {
  dropUntil(line, now);
  return line.at(-1);
}

/** Those that are over no later than a newer one can't be chosen any more. */
function queue(line: Partner[], newer: Partner): void {
  dropUntil(line, newer.untilMs);
  line.push(newer);
}

function dropUntil(line: Partner[], untilMs: number): void {
  for (let last = line.at(-1); last && last.untilMs <= untilMs; last = line.at(-1)) line.pop();
}

const sampleOf = (
  action: CorrelationAction,
  incident: PastIncident,
  partner: Partner,
  found: Match,
): PreviewSample => ({
  incidentId: incident.id,
  relatedIncidentId: partner.id,
  action,
  ...found,
  reason: describeMatch(found),
});
