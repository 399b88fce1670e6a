import { EntitySchema } from "typeorm";
import type { HeldCandidate } from "../../maintenance/held-candidate.ts";
import type { MaintenanceWindow } from "../../maintenance/window.ts";
import { integer, json, key, nullable, text } from "../sql/columns.ts";

export const maintenanceWindowTable = new EntitySchema<MaintenanceWindow>({
  name: "maintenance_window",
  columns: {
    id: { ...text, ...key },
    organizationId: { ...text, name: "organization_id" },
    services: json,
    startsAt: { ...integer, name: "starts_at" },
    endsAt: { ...integer, name: "ends_at" },
    overAt: { ...integer, name: "over_at" },
    endedBy: { ...text, ...nullable, name: "ended_by" },
    reason: text,
    createdBy: { ...text, name: "created_by" },
    createdAt: { ...integer, name: "created_at" },
    updatedAt: { ...integer, name: "updated_at" },
    heldCount: { ...integer, name: "held_count" },
    openedCount: { ...integer, name: "opened_count" },
    droppedCount: { ...integer, name: "dropped_count" },
  },
});

/** One for each service of a window, with the window's times: what is covered now is found by index. */
export interface WindowServiceRow extends Pick<MaintenanceWindow, "organizationId" | "startsAt" | "overAt"> {
  windowId: string;
  service: string;
}

export const windowServiceTable = new EntitySchema<WindowServiceRow>({
  name: "maintenance_window_service",
  columns: {
    windowId: { ...text, ...key, name: "window_id" },
    organizationId: { ...text, name: "organization_id" },
    service: { ...text, ...key },
    startsAt: { ...integer, name: "starts_at" },
    overAt: { ...integer, name: "over_at" },
  },
});

export interface HeldRow extends HeldCandidate {
  /** Grows with every first one of a key. */
  seq: number;
  organizationId: string;
  deduplicationKey: string;
  /** The candidate's, for queries. */
  resolveAfterMs: number;
}

export const heldCandidateTable = new EntitySchema<HeldRow>({
  name: "held_candidate",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    organizationId: { ...text, name: "organization_id" },
    deduplicationKey: { ...text, name: "deduplication_key" },
    windowId: { ...text, name: "window_id" },
    candidate: json,
    heldSince: { ...integer, name: "held_since" },
    lastSeenAt: { ...integer, name: "last_seen_at" },
    resolveAfterMs: { ...integer, name: "resolve_after_ms" },
  },
});
