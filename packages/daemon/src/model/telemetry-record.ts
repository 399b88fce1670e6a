import { toIso } from "../kernel/clock.ts";
import type { Telemetry } from "./telemetry.ts";

/** The archived record, as GET /events/:id returns it. */
export function toRecordJson(telemetry: Telemetry): string {
  const { receivedAt, timestamp, ...rest } = telemetry;
  const read = { isFailed: undefined, written: undefined };
  return JSON.stringify({ ...rest, ...read, timestamp: toIso(timestamp), receivedAt: toIso(receivedAt) });
}

/** Parses an archived record. */
export function telemetryOf(json: string): Telemetry {
  const record = JSON.parse(json) as { timestamp: string; receivedAt: string };
  const times = { timestamp: Date.parse(record.timestamp), receivedAt: Date.parse(record.receivedAt) };
  return Object.assign(record, times) as unknown as Telemetry;
}
