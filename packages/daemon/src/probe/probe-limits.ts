import { KIB } from "../kernel/bytes.ts";

/** Bounds of what is kept of a tool run besides its output. Characters, unless the name says otherwise. */
export const SUMMARY_CHARACTERS_MAX = 500;
export const ERROR_CHARACTERS_MAX = 500;
export const FINDINGS_MAX = 5;
export const KEY_PATTERNS_MAX = 10;
export const PATTERN_CHARACTERS_MAX = 200;
export const PREVIEW_BYTES_MAX = 4 * KIB;

/** Patterns are looked for in so many lines from the end, and among so many kinds of them. */
export const LINES_MINED_MAX = 5_000;
export const PATTERNS_MINED_MAX = 100;

/** Runs of one organization that a process does at a time. */
export const RUNS_AT_ONCE_MAX = 8;

export const RUNS_LIMIT_DEFAULT = 20;
export const METRICS_HOURS_DEFAULT = 24;
