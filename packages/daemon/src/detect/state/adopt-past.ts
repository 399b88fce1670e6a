import { ENVIRONMENTS_MAX } from "../detection-bounds.ts";
import { PRODUCTION } from "../environment.ts";
import { claimUnnamed, type Environments, UNNAMED } from "./environment-parts.ts";
import { createServiceState, type ServiceState } from "./service-state.ts";

/** Sections that telemetry teaches for hours or longer. The others describe the present: conditions, breaches, arrivals and evidence. */
const LEARNED = [
  ...(["firstLogAt", "logsSeen", "errorTemplates", "otherTemplates", "volume"] as const),
  ...(["deployments", "series", "errorRate"] as const),
] satisfies (keyof ServiceState)[];

/** All sections of a state that doesn't exist, or can't be read at all. */
export const WHOLE_STATE = "state";

/** The sections among these that the archive's past can teach. */
export const learnable = (sections: Iterable<string>): string[] =>
  [...sections].filter((section) => section === WHOLE_STATE || (LEARNED as string[]).includes(section));

/** Puts sections of a state that was learned from the past in the place of what is known since. */
export function adoptPast(environments: Environments, past: Environments, sections: readonly string[]): void {
  const fields = LEARNED.filter((field) => sections.includes(WHOLE_STATE) || sections.includes(field));
  for (const [name, learned] of past) {
    const state = stateFor(environments, name);
    if (state === undefined) continue;
    for (const set of [learned.errorTemplates, learned.otherTemplates])
      for (const template of set.templates.values()) template.statistics.isListed = false;
    Object.assign(state, Object.fromEntries(fields.map((field) => [field, learned[field]])));
    state.watermark = Math.max(state.watermark, learned.watermark);
    state.environment ??= learned.environment;
    // Templates that are known only since then are no longer listed.
    state.listing = { ...state.listing, left: -1 };
  }
}

/** Undefined for a new environment at the limit. */
function stateFor(environments: Environments, name: string): ServiceState | undefined {
  const wanted = claimUnnamed(environments, name);
  const known = environments.get(wanted);
  if (known !== undefined) return known;
  if (environments.size >= ENVIRONMENTS_MAX && wanted !== PRODUCTION && wanted !== UNNAMED) return undefined;
  const state = createServiceState();
  environments.set(wanted, state);
  return state;
}
