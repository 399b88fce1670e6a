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
import { marksSince } from "../../methods/state/evidence-trail.ts";
import { count, figure, percent } from "../describe-figures.ts";
import type { DeploymentFailedRule, ErrorsAfterDeploymentRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { Deployment } from "../state/service-state.ts";
import { createFinding, type DetectorInput, describeTopTemplate } from "./detector-input.ts";
import { usualErrorRate } from "./log-error-detectors.ts";

const commitOf = ({ gitHash }: Deployment): string => (gitHash === null ? "" : ` (commit ${gitHash})`);

/** A deployment whose metadata says that it failed. */
export function findFailedDeployment(rule: DeploymentFailedRule, subject: DetectorInput): Finding[] {
  const failed = subject.fresh.deployments.findLast((deployment) => deployment.failure !== null);
  if (failed === undefined) return [];
  return createFinding(rule, subject, {
    reason: "deployment_reported_failure",
    title: `Deployment of ${subject.service} ${failed.version} failed`,
    description: `Version ${failed.version}${commitOf(failed)} in ${failed.environment} ended as ${failed.failure}, by the deployment's own word.`,
    severity: "HIGH",
    environment: failed.environment,
    marks: [[failed.id, failed.at]],
    at: failed.at,
  });
}

/** From this share on, the number of errors is compared instead of their share. */
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

/** The counts after the minute of the deployment, without the worst minute: interrupted and retried requests pass within one. */
function lastingSince(counts: MinuteCounts, changedAt: number, to: number): Sum {
  const all = sumMinutes(counts, changedAt + 1, to);
  const worst = worstMinute(counts, changedAt + 1, to);
  const { logs, errors } = sumMinutes(counts, worst, worst);
  return { logs: all.logs - logs, errors: all.errors - errors };
}

/** Significantly more errors after the last successful deployment than before it. */
export function findErrorsAfterDeployment(rule: ErrorsAfterDeploymentRule, subject: DetectorInput): Finding[] {
  const { state, fresh, service } = subject;
  if (fresh.errors === 0 && fresh.deployments.length === 0) return [];
  const deployment = state.deployments.findLast(
    ({ failure, at }) =>
      failure === null && at <= state.watermark && state.watermark - at <= rule.withinMinutes * MINUTE_MS,
  );
  if (deployment === undefined) return [];
  const from = minuteOf(deployment.at);
  const to = minuteOf(state.watermark);
  const recent = lastingSince(state.minutes, from, to);
  const past = usualErrorRate(state, from);
  if (recent.errors < rule.minErrors || past.minutes < PAST_MINUTES_MIN) return [];
  const rise = riseOf(recent, past, Math.max(1, to - from - 1));
  if (rise.times < rule.times || rise.significance < rule.significance) return [];
  return createFinding(rule, subject, {
    reason: "errors_rose_after_deployment",
    title: `Errors in ${service} after the deployment of ${deployment.version}`,
    description:
      `Since version ${deployment.version}${commitOf(deployment)} came to ${deployment.environment} ${count(to - from, "minute")} ago: ` +
      `${count(recent.errors, "error")} beside its worst minute, ${rise.words}. The rise is ${figure(rise.significance)} standard deviations.` +
      describeTopTemplate(state, deployment.at),
    severity: rise.times >= rule.highTimes ? "HIGH" : "MEDIUM",
    environment: deployment.environment,
    marks: [[deployment.id, deployment.at], ...marksSince(state.errorTrail, deployment.at).slice(0, 19)],
  });
}
