import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";

/** The claim `kind` of a token; without it, a token is a person's. */
export type TokenKind = "person" | "script";

/** How long tokens of the shared secret may be good for. An identity provider decides about its own. */
export interface TokenLifetimes {
  readonly personTokenHoursMax: number;
  readonly scriptTokenDaysMax: number;
}

export const lifetimeMaxMs = (limits: TokenLifetimes, kind: TokenKind): number =>
  kind === "script" ? limits.scriptTokenDaysMax * DAY_MS : limits.personTokenHoursMax * HOUR_MS;

/** Clocks of machines that make tokens differ from ours by so much. */
const CLOCK_DIFFERENCE_MS_MAX = MINUTE_MS;

interface Claims {
  readonly exp?: unknown;
  readonly iat?: unknown;
  readonly kind?: unknown;
}

/** Why a token isn't taken, in a sentence; undefined where it is. Without `iat`, it counts as issued now. */
export function lifetimeProblem(claims: Claims, limits: TokenLifetimes, now: number): string | undefined {
  const issuedAt = typeof claims.iat === "number" ? claims.iat * SECOND_MS : now;
  if (issuedAt > now + CLOCK_DIFFERENCE_MS_MAX) {
    return "The token was issued in the future. Check the clock of the machine that made it.";
  }
  const kind = claims.kind === "script" ? "script" : "person";
  const max = lifetimeMaxMs(limits, kind);
  if (Number(claims.exp) * SECOND_MS - issuedAt <= max + CLOCK_DIFFERENCE_MS_MAX) return undefined;
  return kind === "script"
    ? `The token of a script is good for longer than ${formatLifetime(max)}. Make a shorter one.`
    : `The token is good for longer than ${formatLifetime(max)}. Make a shorter one, or a script's (\`tocsind token --script\`), for up to ${formatLifetime(lifetimeMaxMs(limits, "script"))}.`;
}

/** `30 days`, `12 hours`. */
export function formatLifetime(ms: number): string {
  const [count, unit] = ms % DAY_MS === 0 ? [ms / DAY_MS, "day"] : [ms / HOUR_MS, "hour"];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
