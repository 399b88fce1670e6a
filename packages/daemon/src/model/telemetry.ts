/**
 * Telemetry after normalisation.
 * Times are milliseconds since 1970 UTC.
 */
const logLevels = ["debug", "info", "warn", "error", "fatal"] as const;
export type LogLevel = (typeof logLevels)[number];

const telemetryKinds = ["log", "metric", "deployment"] as const;
export type TelemetryKind = (typeof telemetryKinds)[number];

interface Common {
  /** UUIDv7, assigned at acceptance. */
  readonly id: string;
  readonly organizationId: string;
  /** When the server accepted it. */
  readonly receivedAt: number;
  /** The event time by the sender, which all detection uses. */
  readonly timestamp: number;
  readonly service: string;
}

export interface LogEvent extends Common {
  readonly kind: "log";
  readonly level: LogLevel;
  readonly message: string;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The log template of the message, set by detection before the event is archived. */
  patternId?: string;
  /** The outcome by {@link hasFailed}, which several steps of the pipeline ask for. It is not archived. */
  isFailed?: boolean;
  /** The level in the text of a log that was sent as `info`, by {@link levelOf}. It is not archived. */
  written?: LogLevel;
}

export interface MetricPoint extends Common {
  readonly kind: "metric";
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface DeploymentEvent extends Common {
  readonly kind: "deployment";
  readonly version: string;
  readonly environment: string;
  readonly gitHash?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export type Telemetry = LogEvent | MetricPoint | DeploymentEvent;
