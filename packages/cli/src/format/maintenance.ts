import type { HeldCandidate, MaintenanceState, MaintenanceWindow } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { age, clock, until } from "../text/time.ts";
import { type Fact, factList, heading, optionalFact } from "./fact-list.ts";
import { severityStyle } from "./incident.ts";
import type { TimedLayout } from "./layout.ts";
import { type Listing, textCell } from "./listing.ts";

export const windowStates: readonly MaintenanceState[] = ["scheduled", "active", "ended"];

const stateStyle: Readonly<Record<MaintenanceState, Style>> = { scheduled: "cyan", active: "yellow", ended: "gray" };

/** What comes next for a window: `in 2h`, `1h left`, `3d ago`. */
function when({ state, startsAt, endsAt, endedAt }: MaintenanceWindow, now: number): string {
  if (state === "scheduled") return `in ${until(startsAt, now)}`;
  return state === "active" ? `${until(endsAt, now)} left` : `${age(endedAt ?? endsAt, now)} ago`;
}

/** The windows as a list. */
export const windowListing = (items: readonly MaintenanceWindow[]): Listing<MaintenanceWindow> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    { name: "STATE", field: "state", cell: ({ state }) => ({ text: cleanLine(state), style: stateStyle[state] }) },
    { name: "WHEN", field: "startsAt", cell: (window, now) => ({ text: when(window, now), exact: window.startsAt }) },
    {
      name: "UNTIL",
      field: "endsAt",
      dropPriority: 20,
      cell: ({ endsAt, endedAt }) => ({ text: clock(endedAt ?? endsAt).slice(0, -3), exact: endedAt ?? endsAt }),
    },
    { name: "HELD", field: "heldCount", dropPriority: 8, cell: ({ heldCount }) => ({ text: String(heldCount) }) },
    { name: "SERVICES", field: "services", minWidth: 8, cell: ({ services }) => textCell(services.join(",")) },
    { name: "REASON", field: "reason", minWidth: 8, dropPriority: 16, cell: ({ reason }) => textCell(reason) },
    { name: "OPENED", field: "openedCount", wide: true, cell: ({ openedCount }) => ({ text: String(openedCount) }) },
    {
      name: "DROPPED",
      field: "droppedCount",
      wide: true,
      cell: ({ droppedCount }) => ({ text: String(droppedCount) }),
    },
    { name: "BY", field: "createdBy", wide: true, cell: ({ createdBy }) => textCell(createdBy) },
    { name: "ENDED BY", field: "endedBy", wide: true, cell: ({ endedBy }) => textCell(endedBy) },
  ],
});

/** A window on a page. */
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
    [
      "held back",
      `${window.heldCount} now, of those before ${window.openedCount} opened and ${window.droppedCount} had stopped`,
    ],
    ["scheduled by", `${cleanLine(window.createdBy)}, ${clock(window.createdAt)}`],
  ];
  return [heading(window.reason, layout), factList(facts, layout, 14)].join("\n");
}

/** What a window holds back, as a list. */
export const heldListing = (items: readonly HeldCandidate[]): Listing<HeldCandidate> => ({
  items,
  idOf: ({ deduplicationKey }) => deduplicationKey,
  key: { name: "KEY", field: "deduplicationKey" },
  columns: [
    {
      name: "SEVERITY",
      field: "severity",
      cell: ({ severity }) => ({ text: cleanLine(severity), style: severityStyle[severity] }),
    },
    { name: "SERVICE", field: "service", minWidth: 8, dropPriority: 24, cell: ({ service }) => textCell(service) },
    { name: "TITLE", field: "title", minWidth: 3, cell: ({ title }) => textCell(title) },
    {
      name: "HELD",
      field: "heldSince",
      dropPriority: 16,
      cell: ({ heldSince }, now) => ({ text: age(heldSince, now), exact: heldSince }),
    },
    { name: "", field: "observations", cell: ({ observations: seen }) => ({ text: `×${seen}`, exact: String(seen) }) },
    { name: "ENVIRONMENT", field: "environment", wide: true, cell: ({ environment }) => textCell(environment) },
    { name: "LAST SEEN", field: "lastSeenAt", wide: true, cell: ({ lastSeenAt }) => textCell(lastSeenAt) },
    { name: "DESCRIPTION", field: "description", wide: true, cell: ({ description }) => textCell(description) },
  ],
});
