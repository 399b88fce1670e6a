import type { Candidate } from "../../model/candidate.ts";
import { isMoreSevere, type Severity } from "../../model/incident.ts";
import { REOPEN_WINDOW_MS } from "../../model/record-limits.ts";

/** An incident that would have opened, until its signal stayed normal. */
export interface Episode {
  readonly first: Omit<Candidate, "evidence">;
  readonly severity: Severity;
  readonly openedAt: number;
  readonly lastSeenAt: number;
  /** The time of its resolution; null while it is open. */
  readonly closedAt: number | null;
  readonly observations: number;
  /** The number of times that it reopened soon after its resolution. */
  readonly reopened: number;
}

type Kept = { -readonly [Field in keyof Omit<Episode, "closedAt">]: Episode[Field] } & { resolveAfterMs: number };

const closesAt = ({ lastSeenAt, resolveAfterMs }: Kept): number => lastSeenAt + resolveAfterMs;

/** Like incidents: the same key continues an open episode, or reopens one that resolved less than an hour ago. */
export function createEpisodes() {
  const all: Kept[] = [];
  const latest = new Map<string, Kept>();
  const begin = ({ evidence: _evidence, ...first }: Candidate, now: number): void => {
    const { severity, observations, resolveAfterMs } = first;
    const seen = { openedAt: now, lastSeenAt: now, reopened: 0 };
    const episode: Kept = { first, severity, observations, resolveAfterMs, ...seen };
    all.push(episode);
    latest.set(first.deduplicationKey, episode);
  };
  return {
    see(candidate: Candidate, now: number): void {
      const known = latest.get(candidate.deduplicationKey);
      if (known === undefined || now - closesAt(known) > REOPEN_WINDOW_MS) {
        begin(candidate, now);
        return;
      }
      if (closesAt(known) <= now) known.reopened++;
      known.lastSeenAt = now;
      known.observations += candidate.observations;
      known.resolveAfterMs = Math.max(known.resolveAfterMs, candidate.resolveAfterMs);
      if (isMoreSevere(candidate.severity, known.severity)) known.severity = candidate.severity;
    },
    get size() {
      return all.length;
    },
    list: (now: number): Episode[] =>
      all.map((kept) => {
        const { resolveAfterMs: _, ...episode } = kept;
        return { ...episode, closedAt: closesAt(kept) <= now ? closesAt(kept) : null };
      }),
  };
}
