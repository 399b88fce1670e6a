import { KIB } from "../kernel/bytes.ts";

/** Limits of a stored run, in characters unless named otherwise. */
export const SUMMARY_CHARACTERS_MAX = 500;
export const ERROR_CHARACTERS_MAX = 500;
export const FINDINGS_MAX = 5;
export const KEY_PATTERNS_MAX = 10;
export const PATTERN_CHARACTERS_MAX = 200;
export const PREVIEW_BYTES_MAX = 4 * KIB;

/** Lines from the end, and patterns, that mining considers. */
export const LINES_MINED_MAX = 5_000;
export const PATTERNS_MINED_MAX = 100;

/** Concurrent runs of one organization in a process. */
export const RUNS_AT_ONCE_MAX = 8;

export const RUNS_LIMIT_DEFAULT = 20;
export const METRICS_HOURS_DEFAULT = 24;
