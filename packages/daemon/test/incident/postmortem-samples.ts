import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { TimelineEvent, TimelineEventType } from "../../src/model/timeline-event.ts";
import { NOW } from "../store/samples.ts";

export const reported = (
  type: TimelineEventType,
  minutes: number,
  metadata: Readonly<Record<string, unknown>> = {},
  more: Partial<TimelineEvent> = {},
): TimelineEvent => ({
  id: `${type} ${minutes}`,
  incidentId: "x",
  type,
  actor: "Ada",
  title: `title of ${type}`,
  detail: "",
  metadata,
  createdAt: NOW + minutes * MINUTE_MS,
  ...more,
});
