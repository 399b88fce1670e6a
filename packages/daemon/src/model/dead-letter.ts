import type { TelemetryKind } from "./telemetry.ts";

/** An event that could not be processed, kept for inspection and replay. */
export interface DeadLetter {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: TelemetryKind;
  /** Milliseconds since 1970 UTC. */
  readonly receivedAt: number;
  readonly reason: string;
  readonly attempts: number;
  /** The element as it was sent. */
  readonly payload: unknown;
}
