import type { HeldCandidate } from "../../maintenance/held-candidate.ts";
import type { MaintenanceWindow } from "../../maintenance/window.ts";
import { defineTable, generated, integer, json, key, text } from "../sql/define-table.ts";

export const maintenanceWindowTable = defineTable<MaintenanceWindow>("maintenance_window", {
  ...key(text("id")),
  ...text("organizationId", "endedBy", "reason", "createdBy"),
  ...json("services"),
  ...integer("startsAt", "endsAt", "overAt", "createdAt", "updatedAt", "heldCount", "openedCount", "droppedCount"),
});

/** A service of a window with the window's times: the windows that cover a service now are found by index. */
export interface WindowServiceRow extends Pick<MaintenanceWindow, "organizationId" | "startsAt" | "overAt"> {
  windowId: string;
  service: string;
}

export const windowServiceTable = defineTable<WindowServiceRow>("maintenance_window_service", {
  ...key(text("windowId", "service")),
  ...text("organizationId"),
  ...integer("startsAt", "overAt"),
});

export interface HeldRow extends HeldCandidate {
  /** Grows with every first candidate of a key. */
  seq: number;
  organizationId: string;
  deduplicationKey: string;
  /** Copied from the candidate, for queries. */
  resolveAfterMs: number;
}

export const heldCandidateTable = defineTable<HeldRow>("held_candidate", {
  ...generated("seq"),
  ...text("organizationId", "deduplicationKey", "windowId"),
  ...json("candidate"),
  ...integer("heldSince", "lastSeenAt", "resolveAfterMs"),
});
