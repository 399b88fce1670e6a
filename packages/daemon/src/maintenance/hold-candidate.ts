import type { Candidate } from "../model/candidate.ts";
import { createHeldCandidate, HELD_CANDIDATES_MAX, updateHeldCandidate } from "./held-candidate.ts";
import type { HeldCandidateRepository } from "./held-candidate-repository.ts";

/** Returns false where the organization holds as many as it may: then the candidate opens, so that nothing is lost. */
export async function holdCandidate(
  repository: HeldCandidateRepository,
  candidate: Candidate,
  windowId: string,
  now: number,
): Promise<boolean> {
  const held = await repository.findWithKey(candidate.deduplicationKey);
  if (held) {
    await repository.update(held, updateHeldCandidate(held, candidate, windowId, now));
    return true;
  }
  if ((await repository.count()) >= HELD_CANDIDATES_MAX) return false;
  await repository.insert(createHeldCandidate(candidate, windowId, now));
  return true;
}
