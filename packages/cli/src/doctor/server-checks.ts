import type { Tocsin } from "@tocsin/sdk";
import { explain } from "../failure/explain.ts";
import { refusalAdvice, refusalText } from "../format/ingestion-refusal.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const SKEW_MS_MAX = 60_000;
/** A server that answers later counts as not ready. */
const options = { timeoutMs: 5_000, retries: 0 };

const ADVICE = "Ask the operator of the daemon: docs/operations.md explains each warning.";

/** Checks whether an interface is ready. */
export async function checkInterface(client: Tocsin, which: "core" | "ingestion", url: string): Promise<Finding> {
  const about = `${which} interface`;
  try {
    const { warnings = [] } = await client.health[which].ready(options);
    if (warnings.length > 0) return warning(about, `${url} is ready and warns: ${warnings.join("; ")}.`, ADVICE);
    return ok(about, `${url} is ready.`);
  } catch (error) {
    return problemFrom(about, error);
  }
}

/** Checks whether the token is valid and can read incidents. */
export async function checkAccess(client: Tocsin): Promise<Finding> {
  const about = "access";
  try {
    const { totalCount } = await client.incidents.list({ limit: 1 }, options);
    return ok(about, `The token can read incidents${totalCount === undefined ? "" : ` (${totalCount})`}.`);
  } catch (error) {
    if ((error as { status?: number }).status !== 403) return problemFrom(about, error);
    return warning(
      about,
      "The token is valid, but has no permission to read incidents.",
      "Request a token with incidents:view.",
    );
  }
}

/** Checks the clock skew, on which tokens and event times depend. */
export async function checkClock(client: Tocsin, now: () => number): Promise<Finding | undefined> {
  const about = "clock";
  try {
    const { headers } = await client.request({ method: "GET", path: "/health/live" }, options);
    const there = Date.parse(headers.get("date") ?? "");
    if (Number.isNaN(there)) return undefined;
    const apart = Math.abs(now() - there);
    if (apart <= SKEW_MS_MAX) return ok(about, "The clocks of the server and this machine agree.");
    const text = `The clocks of the server and this machine differ by ${Math.round(apart / 1_000)} s.`;
    return warning(about, text, "Synchronize both with NTP: tokens and event times depend on them.");
  } catch {
    // checkInterface reports an unreachable server.
    return undefined;
  }
}

/** Reports the mode of remediation, if the token can read the policy. */
export async function checkRemediation(client: Tocsin): Promise<Finding | undefined> {
  const about = "remediation";
  try {
    const { mode } = await client.remediation.policy(options);
    return ok(
      about,
      mode === "live"
        ? "The mode is live: actions are executed."
        : "The mode is simulate: actions are SIMULATED and change nothing.",
    );
  } catch {
    return undefined;
  }
}

/** Reports telemetry that a limit refused, if the token can read it. */
export async function checkRefusals(client: Tocsin): Promise<readonly Finding[]> {
  const about = "refused telemetry";
  try {
    const refusals = await client.events.refusals(options);
    if (refusals.length === 0) return [ok(about, "No limit refused telemetry in the last 24 hours.")];
    return refusals.map((refusal) => warning(about, refusalText(refusal), refusalAdvice(refusal)));
  } catch {
    return [];
  }
}

function problemFrom(about: string, error: unknown): Finding {
  const { message, hints } = explain(error);
  return problem(about, message, hints.join(" "));
}
