import type { HeldCandidate, MaintenanceState, MaintenanceWindow } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { age, clock, until } from "../text/time.ts";
import { type Fact, factList, heading, optionalFact } from "./fact-list.ts";
import { severityStyle } from "./incident.ts";
import type { TimedLayout } from "./layout.ts";
import { ageColumn, type Listing, listColumn, numberColumn, styledColumn, textColumn } from "./listing.ts";

export const windowStates: readonly MaintenanceState[] = ["scheduled", "active", "ended"];

const stateStyle: Readonly<Record<MaintenanceState, Style>> = { scheduled: "cyan", active: "yellow", ended: "gray" };

/** Time to the next change of a window: `in 2h`, `1h left`, `3d ago`. */
function when({ state, startsAt, endsAt, endedAt }: MaintenanceWindow, now: number): string {
  if (state === "scheduled") return `in ${until(startsAt, now)}`;
  return state === "active" ? `${until(endsAt, now)} left` : `${age(endedAt ?? endsAt, now)} ago`;
}

export const windowListing = (items: readonly MaintenanceWindow[]): Listing<MaintenanceWindow> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    styledColumn("STATE", "state", stateStyle),
    { name: "WHEN", field: "startsAt", cell: (window, now) => ({ text: when(window, now), exact: window.startsAt }) },
    {
      name: "UNTIL",
      field: "endsAt",
      dropPriority: 20,
      cell: ({ endsAt, endedAt }) => ({ text: clock(endedAt ?? endsAt).slice(0, -3), exact: endedAt ?? endsAt }),
    },
    numberColumn("HELD", "heldCount", { dropPriority: 8 }),
    listColumn("SERVICES", "services", { minWidth: 8 }),
    textColumn("REASON", "reason", { minWidth: 8, dropPriority: 16 }),
    numberColumn("OPENED", "openedCount", { wide: true }),
    numberColumn("DROPPED", "droppedCount", { wide: true }),
    textColumn("BY", "createdBy", { wide: true }),
    textColumn("ENDED BY", "endedBy", { wide: true }),
  ],
});

export function windowDetails(window: MaintenanceWindow, layout: TimedLayout): string {
  const { paint, now } = layout;
  const facts: Fact[] = [
    ["id", cleanLine(window.id)],
    ["state", `${paint(stateStyle[window.state], cleanLine(window.state))}, ${when(window, now)}`],
    ["services", cleanLine(window.services.join(", "))],
    ["from", clock(window.startsAt)],
    ["until", clock(window.endsAt)],
    ...(window.endedAt === null ? [] : [["ended", clock(window.endedAt)] as const]),
    ...optionalFact("ended by", window.endedBy),
    ["held", `${window.heldCount} now; earlier ones: ${window.openedCount} opened, ${window.droppedCount} had stopped`],
    ["scheduled by", `${cleanLine(window.createdBy)}, ${clock(window.createdAt)}`],
  ];
  return [heading(window.reason, layout), factList(facts, layout, 14)].join("\n");
}

export const heldListing = (items: readonly HeldCandidate[]): Listing<HeldCandidate> => ({
  items,
  idOf: ({ deduplicationKey }) => deduplicationKey,
  key: { name: "KEY", field: "deduplicationKey" },
  columns: [
    styledColumn("SEVERITY", "severity", severityStyle),
    textColumn("SERVICE", "service", { minWidth: 8, dropPriority: 24 }),
    textColumn("TITLE", "title", { minWidth: 3 }),
    ageColumn("HELD", "heldSince", { dropPriority: 16 }),
    { name: "", field: "observations", cell: ({ observations: seen }) => ({ text: `×${seen}`, exact: String(seen) }) },
    textColumn("ENVIRONMENT", "environment", { wide: true }),
    textColumn("LAST SEEN", "lastSeenAt", { wide: true }),
    textColumn("DESCRIPTION", "description", { wide: true }),
  ],
});
