import { MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { RECENT_MINUTES } from "../../methods/error-rates/minute-counts.ts";
import { marksSince } from "../../methods/state/evidence-trail.ts";
import { count } from "../describe-figures.ts";
import type { LogFatalRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import { anyEnvironment, createFinding, type DetectorInput } from "./detector-input.ts";

const TITLE_SAMPLE_CHARS_MAX = 120;

/** Any fatal log. */
export function findFatal(rule: LogFatalRule, { service, state, fresh }: DetectorInput): Finding | null {
  if (fresh.fatals === 0) return null;
  const recent = marksSince(state.fatalTrail, state.watermark - RECENT_MINUTES * MINUTE_MS);
  // A late one is as fatal.
  const marks = recent.length > 0 ? recent : marksSince(state.fatalTrail, 0);
  return createFinding(rule, service, {
    reason: "fatal_log",
    title: `Fatal error in ${service}: ${toSingleLine(state.fatalSample, TITLE_SAMPLE_CHARS_MAX)}`,
    description: `${count(fresh.fatals, "fatal log")} came; any is one too many. The last one: ${state.fatalSample}`,
    severity: "CRITICAL",
    environment: anyEnvironment(state),
    marks,
    at: marks[0]?.[1] ?? state.watermark,
    observations: fresh.fatals,
  });
}
