import type { HeldCandidate, MaintenanceState, MaintenanceWindow } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { age, clock, until } from "../text/time.ts";
import type { Sheet } from "./diagnosis.ts";
import { type Fact, factLines, heading, optional } from "./facts.ts";
import { severityStyle } from "./incident.ts";
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
    { name: "STATE", field: "state", of: ({ state }) => ({ text: cleanLine(state), style: stateStyle[state] }) },
    { name: "WHEN", field: "startsAt", of: (window, now) => ({ text: when(window, now), whole: window.startsAt }) },
    {
      name: "UNTIL",
      field: "endsAt",
      optional: 20,
      of: ({ endsAt, endedAt }) => ({ text: clock(endedAt ?? endsAt).slice(0, -3), whole: endedAt ?? endsAt }),
    },
    { name: "HELD", field: "heldCount", optional: 8, of: ({ heldCount }) => ({ text: String(heldCount) }) },
    { name: "SERVICES", field: "services", flexible: 8, of: ({ services }) => textCell(services.join(",")) },
    { name: "REASON", field: "reason", flexible: 8, optional: 16, of: ({ reason }) => textCell(reason) },
    { name: "OPENED", field: "openedCount", wide: true, of: ({ openedCount }) => ({ text: String(openedCount) }) },
    { name: "DROPPED", field: "droppedCount", wide: true, of: ({ droppedCount }) => ({ text: String(droppedCount) }) },
    { name: "BY", field: "createdBy", wide: true, of: ({ createdBy }) => textCell(createdBy) },
    { name: "ENDED BY", field: "endedBy", wide: true, of: ({ endedBy }) => textCell(endedBy) },
  ],
});

/** A window on a page. */
export function windowDetails(window: MaintenanceWindow, sheet: Sheet & { readonly now: number }): string {
  const { paint, now } = sheet;
  const facts: Fact[] = [
    ["id", cleanLine(window.id)],
    ["state", `${paint(stateStyle[window.state], cleanLine(window.state))}, ${when(window, now)}`],
    ["services", cleanLine(window.services.join(", "))],
    ["from", clock(window.startsAt)],
    ["until", clock(window.endsAt)],
    ...(window.endedAt === null ? [] : [["ended", clock(window.endedAt)] as const]),
    ...optional("ended by", window.endedBy),
    [
      "held back",
      `${window.heldCount} now, of those before ${window.openedCount} opened and ${window.droppedCount} had stopped`,
    ],
    ["scheduled by", `${cleanLine(window.createdBy)}, ${clock(window.createdAt)}`],
  ];
  return [heading(window.reason, sheet), factLines(facts, sheet, 14)].join("\n");
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
      of: ({ severity }) => ({ text: cleanLine(severity), style: severityStyle[severity] }),
    },
    { name: "SERVICE", field: "service", flexible: 8, optional: 24, of: ({ service }) => textCell(service) },
    { name: "TITLE", field: "title", flexible: 3, of: ({ title }) => textCell(title) },
    {
      name: "HELD",
      field: "heldSince",
      optional: 16,
      of: ({ heldSince }, now) => ({ text: age(heldSince, now), whole: heldSince }),
    },
    { name: "", field: "observations", of: ({ observations: seen }) => ({ text: `×${seen}`, whole: String(seen) }) },
    { name: "ENVIRONMENT", field: "environment", wide: true, of: ({ environment }) => textCell(environment) },
    { name: "LAST SEEN", field: "lastSeenAt", wide: true, of: ({ lastSeenAt }) => textCell(lastSeenAt) },
    { name: "DESCRIPTION", field: "description", wide: true, of: ({ description }) => textCell(description) },
  ],
});
