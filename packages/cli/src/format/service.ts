import type { CatalogEntry, CatalogEntryUpdate } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { ago, clock } from "../text/time.ts";
import { truncate } from "../text/truncate.ts";
import { factList, heading } from "./fact-list.ts";
import type { Layout, TimedLayout } from "./layout.ts";
import { ageColumn, column, fieldColumn, keyedListingOf, styledColumn } from "./listing.ts";
import { callees, callers, type TreeLine, treeLines } from "./service-tree.ts";

type Tier = CatalogEntry["tier"];
export const tiers: readonly Tier[] = ["tier-0", "tier-1", "tier-2", "tier-3"];

const tierStyle: Readonly<Record<Tier, Style>> = {
  "tier-0": "red",
  "tier-1": "yellow",
  "tier-2": "cyan",
  "tier-3": "gray",
};

/** An objective such as `99.9 % over 30 d`. */
const objective = (slo: CatalogEntry["slo"]): string | null =>
  slo === null ? null : `${slo.objectivePct} % over ${slo.windowDays} d`;

const key = { name: "SERVICE", field: "serviceName" } as const;

export const serviceListing = keyedListingOf<CatalogEntry>(key, [
  styledColumn("TIER", "tier", tierStyle),
  fieldColumn("OWNER", "ownerTeam", { minWidth: 6 }),
  column("OBJECTIVE", "slo", ({ slo }) => objective(slo), { minWidth: 6, dropPriority: 20 }),
  column(
    "CALLS",
    "dependencies",
    ({ dependencies }) => ({ text: String(dependencies.length), exact: cleanLine(dependencies.join(",")) }),
    { dropPriority: 10 },
  ),
  fieldColumn("ENVIRONMENT", "environment", { wide: true }),
  fieldColumn("POLICY", "escalationPolicy", { wide: true }),
  ageColumn("UPDATED", "updatedAt", { wide: true }),
]);

/** A called service with its catalog entry, if it has one. */
export interface Dependency {
  readonly serviceName: string;
  readonly entry: CatalogEntry | undefined;
}

export const dependencyListing = keyedListingOf<Dependency>(key, [
  column("TIER", "tier", ({ entry }) => entry?.tier),
  column("OWNER", "ownerTeam", ({ entry }) => entry?.ownerTeam, { minWidth: 6 }),
]);

/** A service on a page: owner, objective, and trees of callers and callees. */
export function serviceDetails(
  entry: CatalogEntry,
  catalog: readonly CatalogEntry[],
  depth: number,
  layout: TimedLayout,
): string {
  const { paint, now } = layout;
  const facts = factList(
    [
      ["tier", paint(tierStyle[entry.tier], cleanLine(entry.tier))],
      ["owner", cleanLine(entry.ownerTeam)],
      ["objective", objective(entry.slo) ?? "none"],
      ["policy", cleanLine(entry.escalationPolicy ?? "none")],
      ["environment", cleanLine(entry.environment ?? "not said")],
      ["updated", `${clock(entry.updatedAt)} (${ago(entry.updatedAt, now)})`],
    ],
    layout,
  );
  const name = entry.serviceName;
  return [
    heading(name, layout),
    facts,
    tree("Called by", treeLines(name, callers(catalog), depth), catalog, layout),
    tree("Calls", treeLines(name, callees(catalog), depth), catalog, layout),
  ].join("\n\n");
}

function tree(title: string, lines: readonly TreeLine[], catalog: readonly CatalogEntry[], layout: Layout): string {
  const { paint, width } = layout;
  const known = new Map(catalog.map((entry) => [entry.serviceName, entry]));
  if (lines.length === 0) return `${paint("bold", title)}\n  none in the catalog`;
  const shown = lines.map(({ stem, name, note }) => {
    const entry = known.get(name);
    const about = name === "" ? "" : entry ? ` (${entry.tier}, ${entry.ownerTeam})` : " (not in the catalog)";
    const more = note === "" ? about : ` ${note}`;
    return truncate(`${stem}${cleanLine(name)}${cleanLine(more) && ` ${cleanLine(more)}`}`, width);
  });
  return [paint("bold", title), ...shown].join("\n");
}

/** Fields of an entry and their labels. */
const fieldWords: readonly (readonly [keyof CatalogEntryUpdate, string])[] = [
  ["ownerTeam", "owner"],
  ["tier", "tier"],
  ["escalationPolicy", "policy"],
  ["environment", "environment"],
  ["slo", "objective"],
];

/** Changes of an update, such as `tier tier-1 → tier-0`. */
export function entryChanges(before: CatalogEntry | undefined, after: CatalogEntry): string[] {
  const said = (entry: CatalogEntry | undefined, field: keyof CatalogEntryUpdate): string =>
    cleanLine((field === "slo" ? entry && objective(entry.slo) : entry?.[field]) ?? "none");
  return fieldWords
    .map(([field, word]) => [word, said(before, field), said(after, field)])
    .filter(([, from, to]) => from !== to)
    .map(([word, from, to]) => `${word} ${from} → ${to}`);
}
