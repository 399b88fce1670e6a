import { createCollector } from "../../src/diagnose/gather/collect.ts";
import type { Grid } from "../../src/diagnose/gather/incident-picture.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { LogEvent, LogLevel } from "../../src/model/telemetry.ts";

export const START = Date.parse("2026-03-01T10:00:00Z");
export const grid: Grid = { start: START, step: MINUTE_MS, count: 60 };

export interface Said {
  readonly trace?: string;
  readonly level?: LogLevel;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export const log = (
  at: number,
  service: string,
  message: string,
  { trace, level = "info", metadata }: Said = {},
): LogEvent => ({
  kind: "log",
  id: uuidv7(START + at),
  organizationId: "default",
  receivedAt: START,
  timestamp: START + at,
  service,
  level,
  message,
  ...(trace !== undefined && { traceId: trace }),
  ...(metadata && { metadata }),
});

export const pictureOf = (events: readonly LogEvent[], weightOf: (event: LogEvent) => number = () => 1) => {
  const collector = createCollector(grid);
  for (const event of events) collector.add(event, weightOf(event));
  return collector.picture();
};

export const at = (place: string, line: number) => ({
  metadata: { "code.file.path": place, "code.line.number": line },
});
