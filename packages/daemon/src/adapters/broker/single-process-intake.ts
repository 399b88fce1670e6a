import type { AnswerLedger, RememberedAnswer } from "../../ingest/queue.ts";

/** Answers that the spool keeps for the only publishing process. */
interface Answers {
  /** Ends the claim of the answer's key. */
  append(batches: readonly [], remembered: RememberedAnswer): Promise<void>;
  recall(organizationId: string, route: string, key: string): Promise<RememberedAnswer | undefined>;
  /** Durable when it resolves. */
  claim(answer: RememberedAnswer): Promise<void>;
  claimed(organizationId: string, route: string, key: string): RememberedAnswer | undefined;
}

type Key = Pick<RememberedAnswer, "organizationId" | "route" | "key">;
const nameOf = ({ organizationId, route, key }: Key): string => JSON.stringify([organizationId, route, key]);

/**
 * Without a shared PostgreSQL one process publishes, and its spool holds the claims. Claims in progress are known here
 * too. All others were abandoned, by a process that ended or an attempt that failed, and the next attempt takes them
 * over.
 */
export function createSingleProcessIntake(answers: Answers): AnswerLedger {
  const running = new Map<string, RememberedAnswer>();
  return {
    recall: (organizationId, route, key) => answers.recall(organizationId, route, key),
    async remember(answer) {
      const { organizationId, route, key, fingerprint } = answer;
      const name = nameOf(answer);
      const before = await answers.recall(organizationId, route, key);
      if (before) return { state: "completed", answer: before };
      const other = running.get(name);
      if (other) return { state: "running", answer: other };
      const left = answers.claimed(organizationId, route, key);
      if (left && left.fingerprint !== fingerprint) return { state: "running", answer: left };
      running.set(name, left ?? answer);
      if (left) return { state: "unfinished", answer: left };
      try {
        await answers.claim(answer);
      } catch (error) {
        running.delete(name);
        throw error;
      }
      return "new";
    },
    async complete(key) {
      const name = nameOf(key);
      const answer = running.get(name);
      try {
        if (answer) await answers.append([], answer);
      } finally {
        running.delete(name);
      }
    },
    // The claim stays: some of its batches may have been published.
    async release(key) {
      running.delete(nameOf(key));
    },
  };
}
