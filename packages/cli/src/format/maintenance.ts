import type { HeldCandidate, MaintenanceState, MaintenanceWindow } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { ago, clock, until } from "../text/time.ts";
import { type Fact, factList, heading, optionalFact } from "./fact-list.ts";
import { severityStyle } from "./incident.ts";
import type { TimedLayout } from "./layout.ts";
import { ageColumn, column, fieldColumn, keyedListingOf, listingOf, styledColumn } from "./listing.ts";

export const windowStates: readonly MaintenanceState[] = ["scheduled", "active", "ended"];

const stateStyle: Readonly<Record<MaintenanceState, Style>> = { scheduled: "cyan", active: "yellow", ended: "gray" };

/** Time to the next change of a window: `in 2h`, `1h left`, `3d ago`. */
function when({ state, startsAt, endsAt, endedAt }: MaintenanceWindow, now: number): string {
  if (state === "scheduled") return `in ${until(startsAt, now)}`;
  return state === "active" ? `${until(endsAt, now)} left` : `${ago(endedAt ?? endsAt, now)}`;
}

export const windowListing = listingOf<MaintenanceWindow>([
  styledColumn("STATE", "state", stateStyle),
  column("WHEN", "startsAt", (window, now) => ({ text: when(window, now), exact: window.startsAt })),
  column(
    "UNTIL",
    "endsAt",
    ({ endsAt, endedAt }) => ({ text: clock(endedAt ?? endsAt).slice(0, -3), exact: endedAt ?? endsAt }),
    { dropPriority: 20 },
  ),
  fieldColumn("HELD", "heldCount", { dropPriority: 8 }),
  fieldColumn("SERVICES", "services", { minWidth: 8 }),
  fieldColumn("REASON", "reason", { minWidth: 8, dropPriority: 16 }),
  fieldColumn("OPENED", "openedCount", { wide: true }),
  fieldColumn("DROPPED", "droppedCount", { wide: true }),
  fieldColumn("BY", "createdBy", { wide: true }),
  fieldColumn("ENDED BY", "endedBy", { wide: true }),
]);

export function windowDetails(window: MaintenanceWindow, layout: TimedLayout): string {
  const { paint, now } = layout;
  const facts: Fact[] = [
    ["id", cleanLine(window.id)],
    ["state", `${paint(stateStyle[window.state], cleanLine(window.state))}, ${when(window, now)}`],
    ["services", cleanLine(window.services.join(", "))],
    ["from", clock(window.startsAt)],
    ["until", clock(window.endsAt)],
    ...optionalFact("ended", window.endedAt && clock(window.endedAt)),
    ...optionalFact("ended by", window.endedBy),
    ["held", `${window.heldCount} now; earlier ones: ${window.openedCount} opened, ${window.droppedCount} had stopped`],
    ["scheduled by", `${cleanLine(window.createdBy)}, ${clock(window.createdAt)}`],
  ];
  return [heading(window.reason, layout), factList(facts, layout, 14)].join("\n");
}

export const heldListing = keyedListingOf<HeldCandidate>({ name: "KEY", field: "deduplicationKey" }, [
  styledColumn("SEVERITY", "severity", severityStyle),
  fieldColumn("SERVICE", "service", { minWidth: 8, dropPriority: 24 }),
  fieldColumn("TITLE", "title", { minWidth: 3 }),
  ageColumn("HELD", "heldSince", { dropPriority: 16 }),
  column("", "observations", ({ observations: seen }) => ({ text: `×${seen}`, exact: String(seen) })),
  fieldColumn("ENVIRONMENT", "environment", { wide: true }),
  fieldColumn("LAST SEEN", "lastSeenAt", { wide: true }),
  fieldColumn("DESCRIPTION", "description", { wide: true }),
]);
