import type * as client from "prom-client";
import { SECOND_MS } from "../../kernel/clock.ts";
import { coalesceCalls } from "../../kernel/coalesce-calls.ts";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "./prometheus.ts";

export type Metrics = ReturnType<typeof createMetrics>;

const REQUEST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const PROCESSING_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

/** The metrics of one thread; the process aggregates those of its threads. */
export function createMetrics(options: { readonly ofProcess: boolean }) {
  const registry = new Registry();
  const registers = [registry];
  if (options.ofProcess) collectDefaultMetrics({ register: registry });
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    registry,
    accepted: counter("tocsin_events_accepted_total", "Events answered 202.", "kind"),
    refused: counter(
      "tocsin_ingest_refused_total",
      "Requests refused for a limit, by reason: shippers drop what default_service_limit and service_limit count.",
      "reason",
    ),
    processed: counter("tocsin_events_processed_total", "Events indexed and through detection.", "kind"),
    deadLettered: counter("tocsin_events_dead_lettered_total", "Events that went to the dead letters."),
    damaged: counter(
      "tocsin_queue_damaged_total",
      "Rows of the embedded queue that could not be read; they went to the dead letters.",
    ),
    stateReset: counter(
      "tocsin_detection_state_reset_total",
      "Stored detection states with sections that could not be read and are learned again.",
    ),
    archiveDropped: counter(
      "tocsin_archive_dropped_segments_total",
      "Segments of the archive dropped before the end of their retention, by reason: size or disk.",
      "reason",
    ),
    diagnosed: counter("tocsin_diagnoses_ended_total", "Diagnoses that ended, by what became of them.", "status"),
    remediated: counter(
      "tocsin_remediations_total",
      "Remediation actions that were executed to their end, by status and mode; mode simulate touched nothing.",
      "status",
      "mode",
    ),
    notified: counter(
      "tocsin_notifications_total",
      "Tries to deliver notifications, by kind of channel and outcome: delivered, retried or dead.",
      "kind",
      "outcome",
    ),
    request: new Histogram({
      name: "tocsin_request_seconds",
      help: "Time of requests by route.",
      labelNames: ["route", "status"],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    processing: new Histogram({
      name: "tocsin_processing_seconds",
      help: "Time from acceptance to processed, by batch.",
      buckets: PROCESSING_SECONDS,
      registers,
    }),
    ...gaugesOf(registers),
  };
}

/** A database that hangs must not hold up the other metrics: Prometheus gives up after ten seconds. */
const BOUNDS = { timeoutMs: SECOND_MS, cacheMs: 0 };

const gaugesOf = (registers: client.Registry[]) => ({
  /** Reads the gauge with each scrape; NaN where the answer takes longer than a second. */
  gauge(name: string, help: string, read: () => Promise<number> | number): void {
    const ask = coalesceCalls(async () => read(), { ...BOUNDS, fallback: Number.NaN });
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await ask().catch(() => Number.NaN));
      },
    });
  },
  gaugeBySeverity(name: string, help: string, read: () => Promise<Readonly<Record<string, number>>>): void {
    const ask = coalesceCalls<Readonly<Record<string, number>>>(read, { ...BOUNDS, fallback: {} });
    new Gauge({
      name,
      help,
      labelNames: ["severity"],
      registers,
      async collect() {
        const counts = await ask().catch(() => ({}));
        this.reset(); // unknown severities are left out
        for (const [severity, value] of Object.entries(counts)) this.set({ severity }, value);
      },
    });
  },
});
