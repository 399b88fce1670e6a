import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { DeploymentEvent, LogEvent, MetricPoint } from "@tocsin/sdk";
import { Failure } from "../failure/failure.ts";
import { programs } from "../text/program-names.ts";

type Timeless<Event> = Omit<Event, "timestamp">;

/** An event and its offset from the start of the recording, in milliseconds. */
export type RecordedEvent =
  | { readonly offsetMs: number; readonly kind: "log"; readonly event: Timeless<LogEvent> }
  | { readonly offsetMs: number; readonly kind: "metric"; readonly event: Timeless<MetricPoint> }
  | { readonly offsetMs: number; readonly kind: "deployment"; readonly event: Timeless<DeploymentEvent> };

export interface Recording {
  /** Sorted by offset. */
  readonly events: readonly RecordedEvent[];
  /** Offset of the last event. */
  readonly lengthMs: number;
}

/** Reads a recording in NDJSON, compressed if its name ends with .gz. */
export async function readRecording(file: string): Promise<Recording> {
  const events: RecordedEvent[] = [];
  try {
    const bytes = await readFile(file);
    const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
    for (const line of text.split("\n")) if (line.trim() !== "") events.push(parseLine(line, events.length + 1, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new Failure(
        `Cannot find the recording ${file}.`,
        1,
        `Run the command in a checkout of Tocsin, or name a file: ${programs.cli} demo --file recording.ndjson.gz`,
      );
    if (error instanceof Failure) throw error;
    throw new Failure(`Cannot read ${file}: ${(error as Error).message}.`);
  }
  if (events.length === 0) throw new Failure(`${file} contains no events.`);
  events.sort((a, b) => a.offsetMs - b.offsetMs);
  return { events, lengthMs: events.at(-1)?.offsetMs ?? 0 };
}

function parseLine(line: string, number: number, file: string): RecordedEvent {
  let value: RecordedEvent | undefined;
  try {
    value = JSON.parse(line) as RecordedEvent;
  } catch {
    // Reported below.
  }
  if (
    !value ||
    !Number.isFinite(value.offsetMs) ||
    !["log", "metric", "deployment"].includes(value.kind) ||
    typeof value.event !== "object"
  ) {
    throw new Failure(`Line ${number} of ${file} is not {"offsetMs", "kind", "event"}.`);
  }
  return value;
}
