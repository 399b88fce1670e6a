import { MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import { ApplicationError } from "../kernel/errors.ts";

export interface ProbeRateLimiter {
  /** Throws `diagnostic_rate_exceeded` or `too_many_running`. */
  within<Result>(organizationId: string, now: number, work: () => Promise<Result>): Promise<Result>;
}

export interface ProbeRateLimits {
  readonly perMinute: number;
  readonly atOnce: number;
}

/** Counts attempts per process, refused ones included, because they query the target too. */
export function createProbeRateLimiter({ perMinute, atOnce }: ProbeRateLimits): ProbeRateLimiter {
  const tries = new Map<string, number[]>();
  const running = new Map<string, number>();

  /** Removes attempts older than a minute, which bounds the map. */
  function forget(now: number): void {
    for (const [organizationId, times] of tries) {
      const recent = times.filter((at) => at > now - MINUTE_MS);
      if (recent.length === 0) tries.delete(organizationId);
      else tries.set(organizationId, recent);
    }
  }
  return {
    async within(organizationId, now, work) {
      forget(now);
      const times = tries.get(organizationId) ?? [];
      const [first] = times;
      if (first !== undefined && times.length >= perMinute) throw tooManyRuns(perMinute, first, now);
      const others = running.get(organizationId) ?? 0;
      if (others >= atOnce) {
        const message = `Your organization already runs ${atOnce} diagnostic tools, its limit. Wait for one of them.`;
        throw new ApplicationError("too_many_running", message, { retryAfterSeconds: 1 });
      }
      tries.set(organizationId, [...times, now]);
      running.set(organizationId, others + 1);
      try {
        return await work();
      } finally {
        const left = (running.get(organizationId) ?? 1) - 1;
        if (left === 0) running.delete(organizationId);
        else running.set(organizationId, left);
      }
    },
  };
}

/** `first` is the oldest run of the last minute. */
export function tooManyRuns(perMinute: number, first: number, now: number): ApplicationError {
  const message = `Your organization may start ${perMinute} diagnostic tools a minute. Try again later.`;
  return new ApplicationError("diagnostic_rate_exceeded", message, {
    retryAfterSeconds: Math.max(1, Math.ceil((first + MINUTE_MS - now) / SECOND_MS)),
  });
}
