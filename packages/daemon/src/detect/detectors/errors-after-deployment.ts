import { MINUTE_MS } from "../../kernel/clock.ts";
import {
  type ErrorRateBaseline,
  errorCountZScore,
  errorShareZScore,
  PAST_MINUTES_MIN,
  shareOf,
} from "../../methods/error-rates/error-rate-baseline.ts";
import {
  type MinuteCounts,
  minuteOf,
  type Sum,
  sumMinutes,
  worstMinute,
} from "../../methods/error-rates/minute-counts.ts";
import { type Mark, marksSince } from "../../methods/state/evidence-trail.ts";
import { count, figure, percent } from "../describe-figures.ts";
import type { ErrorsAfterDeploymentRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { Deployment } from "../state/service-state.ts";
import { createFinding, type DetectorInput, describeTopPattern } from "./detector-input.ts";
import { usualErrorRate } from "./note-error-episode.ts";

/** A service that writes hardly anything but errors says more by their number than by their share. */
const ERRORS_ONLY_SHARE = 0.8;

interface Rise {
  readonly times: number;
  readonly significance: number;
  readonly words: string;
}

function riseOf(recent: Sum, past: ErrorRateBaseline, minutes: number): Rise {
  const usual = shareOf(past);
  if (past.logs === 0 || usual >= ERRORS_ONLY_SHARE) {
    const mean = past.errors / past.minutes;
    return {
      times: mean === 0 ? Infinity : recent.errors / minutes / mean,
      significance: errorCountZScore(past, recent.errors, minutes),
      words: `${figure(recent.errors / minutes)} a minute; before it were ${figure(mean)} a minute`,
    };
  }
  return {
    times: usual === 0 ? Infinity : shareOf(recent) / usual,
    significance: errorShareZScore(past, recent),
    words: `${percent(shareOf(recent))} of ${count(recent.logs, "log")}; before it were ${percent(usual)}`,
  };
}

/**
 * What came after the minute of the change, without the worst minute: what the change cuts off, and a request that is
 * tried again and again, pass within a minute; what a version does wrong lasts.
 */
function lastingSince(counts: MinuteCounts, changedAt: number, to: number): Sum {
  const all = sumMinutes(counts, changedAt + 1, to);
  const worst = worstMinute(counts, changedAt + 1, to);
  const { logs, errors } = sumMinutes(counts, worst, worst);
  return { logs: all.logs - logs, errors: all.errors - errors };
}

/** The deployment that the present errors may come from: the last one that came through, of the last so many minutes. */
function suspect(rule: ErrorsAfterDeploymentRule, { state }: DetectorInput): Deployment | undefined {
  return state.deployments.findLast(
    (deployment) =>
      deployment.failure === null &&
      deployment.at <= state.watermark &&
      state.watermark - deployment.at <= rule.withinMinutes * MINUTE_MS,
  );
}

/** Significantly more errors after a deployment than before it. */
export function findErrorsAfterDeployment(rule: ErrorsAfterDeploymentRule, subject: DetectorInput): Finding | null {
  const { state, fresh, service } = subject;
  if (fresh.errors === 0 && fresh.deployments.length === 0) return null;
  const deployment = suspect(rule, subject);
  if (deployment === undefined) return null;
  const from = minuteOf(deployment.at);
  const to = minuteOf(state.watermark);
  const recent = lastingSince(state.minutes, from, to);
  const past = usualErrorRate(state, from);
  if (recent.errors < rule.minErrors || past.minutes < PAST_MINUTES_MIN) return null;
  const rise = riseOf(recent, past, Math.max(1, to - from - 1));
  if (rise.times < rule.times || rise.significance < rule.significance) return null;
  const commit = deployment.gitHash === null ? "" : ` (commit ${deployment.gitHash})`;
  const marks: Mark[] = [[deployment.id, deployment.at], ...marksSince(state.errorTrail, deployment.at).slice(0, 19)];
  return createFinding(rule, service, {
    reason: "errors_rose_after_deployment",
    title: `Errors in ${service} after the deployment of ${deployment.version}`,
    description:
      `Since version ${deployment.version}${commit} came to ${deployment.environment} ${count(to - from, "minute")} ago: ` +
      `${count(recent.errors, "error")} beside its worst minute, ${rise.words}. The rise is ${figure(rise.significance)} standard deviations.` +
      describeTopPattern(state, deployment.at),
    severity: rise.times >= rule.highTimes ? "HIGH" : "MEDIUM",
    environment: deployment.environment,
    marks,
    at: state.watermark,
  });
}
