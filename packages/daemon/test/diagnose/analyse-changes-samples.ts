import type { Commit } from "../../src/diagnose/gather/incident-picture.ts";
import { change, ONSET_AT } from "../support/pictures.ts";

export const MINUTE = 60_000;

export const commit = (sha: string, diff: string, given: Partial<Commit> = {}): Commit => ({
  sha,
  message: "tidy",
  files: ["payments/main.go"],
  diff,
  isDiffWhole: true,
  hasAllFiles: true,
  ...given,
});
export const brings = (sha: string, diff: string, minutesBefore: number) =>
  change({
    id: sha,
    gitHash: sha,
    note: "new options",
    at: ONSET_AT - minutesBefore * MINUTE,
    commits: [commit(sha, diff)],
  });
