/** Limits of prompts and answers, in characters. */

/** Read before cutting, so that secrets are not cut. */
export const TEXT_READ_MAX = 20_000;

/** Prompt. */
export const EXHIBITS_MAX = 80;
export const SERVICES_SHOWN_MAX = 50;
export const CALLS_SHOWN_MAX = 200;
export const PODS_SHOWN_MAX = 50;
export const RUNBOOKS_SHOWN_MAX = 20;
export const SIMILAR_SHOWN_MAX = 5;
export const OMITTED_SHOWN_MAX = 5;
export const NAME_CHARS_MAX = 200;
export const TITLE_CHARS_MAX = 200;
export const DESCRIPTION_CHARS_MAX = 600;
export const SUMMARY_SHOWN_CHARS_MAX = 400;
export const WORDS_SHOWN_CHARS_MAX = 300;

/** Answer. */
export const ANSWER_CHARS_MAX = 64_000;
export const ANSWER_TOKENS_MAX = 8_000;
/** Fewer can't hold a diagnosis. */
export const ANSWER_TOKENS_MIN = 500;
export const HYPOTHESES_MAX = 5;
export const FIXES_MAX = 5;
export const CITED_MAX = 20;
export const CAUSE_CHARS_MAX = 400;
export const ROOT_CAUSE_CHARS_MAX = 400;
export const ANSWER_SUMMARY_CHARS_MAX = 1_500;
export const FIX_TITLE_CHARS_MAX = 200;
export const FIX_DESCRIPTION_CHARS_MAX = 600;
export const REPLICAS_MAX = 100;

/** Notes on dropped parts, and quotes in them. */
export const DROPPED_MAX = 20;
export const QUOTED_CHARS_MAX = 60;
/** Maximum characters of a server's error message. */
export const SERVER_WORDS_CHARS_MAX = 200;
