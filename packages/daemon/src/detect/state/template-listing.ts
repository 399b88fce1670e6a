import { SECOND_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { type LogTemplate, type TemplateSet, templateText } from "../../methods/log-templates/template-set.ts";
import type { LogTemplateRecord } from "../../model/log-template.ts";
import type { Environments } from "./environment-parts.ts";
import type { ListingChange, ServiceKey, ServiceState } from "./service-state.ts";

/**
 * The list of log patterns is a table beside the state. It is updated at this interval at most, since each row costs
 * some microseconds.
 */
const LISTED_MS = 10 * SECOND_MS;
const TEMPLATE_CHARS_MAX = 500;

/** Ids are consecutive, so missing ones were evicted or merged. */
const leftOf = ({ errorTemplates, otherTemplates }: ServiceState): number =>
  errorTemplates.nextId - errorTemplates.templates.size + otherTemplates.nextId - otherTemplates.templates.size;

function hasNews({ errorTemplates, otherTemplates }: ServiceState): boolean {
  for (const set of [errorTemplates, otherTemplates])
    for (const { statistics: use, count } of set.templates.values()) if (!use.isListed && count > 0) return true;
  return false;
}

/** The time at which the list must be updated; null if it is up to date. */
export function listingDueAt(environments: Environments): number | null {
  let next: number | null = null;
  for (const state of environments.values()) {
    if (!hasNews(state)) continue;
    const at = state.listing.at + LISTED_MS;
    if (next === null || at < next) next = at;
  }
  return next;
}

/** Returns due changes of the list and marks them as listed. */
export function takeListing(key: ServiceKey, environments: Environments, now: number): ListingChange[] {
  const changes: ListingChange[] = [];
  for (const [environment, state] of environments) {
    const { listing } = state;
    if (now < listing.at + LISTED_MS && now >= listing.at) continue;
    const isRenamed = listing.name !== environment;
    const patterns = [
      ...changed(key, environment, state.errorTemplates, true, isRenamed),
      ...changed(key, environment, state.otherTemplates, false, isRenamed),
    ];
    const left = leftOf(state);
    if (patterns.length === 0 && left === listing.left) continue;
    const held =
      left === listing.left ? null : { errors: idsOf(state.errorTemplates), others: idsOf(state.otherTemplates) };
    changes.push({ environment, environments: isRenamed ? [...environments.keys()] : null, patterns, held });
    state.listing = { at: now, name: environment, left };
  }
  return changes;
}

const idsOf = ({ templates: patterns }: TemplateSet): string[] =>
  Array.from(patterns.values(), ({ fingerprint }) => fingerprint);

function changed(
  { organizationId, service }: ServiceKey,
  environment: string,
  { templates: patterns }: TemplateSet,
  isError: boolean,
  all: boolean,
): LogTemplateRecord[] {
  const found: LogTemplateRecord[] = [];
  for (const pattern of patterns.values()) {
    const { statistics: use, fingerprint: patternId } = pattern;
    if ((use.isListed && !all) || pattern.count === 0) continue;
    use.isListed = true;
    pattern.json = null;
    found.push({ organizationId, service, environment, patternId, isError, facts: factsOf(pattern) });
  }
  return found;
}

const factsOf = (pattern: LogTemplate): LogTemplateRecord["facts"] => {
  const { levels, lastId, slot, inSlot, inLast, usual, trend: habit, cameLate } = pattern.statistics;
  const { firstAt, lastAt, aliases } = pattern;
  const template = toSingleLine(templateText(pattern), TEMPLATE_CHARS_MAX);
  const rate = { slot, inSlot, inLast, usual, habit, cameLate };
  return { template, aliases: [...aliases], levels: [...levels], firstAt, lastAt, lastId, ...rate };
};
