import { createRequire } from "node:module";
import type client from "prom-client";

const require = createRequire(import.meta.url);

/**
 * Single modules of prom-client, since its index loads a push gateway client with TLS into each thread, and its default
 * metrics load OpenTelemetry.
 */
export const Counter: typeof client.Counter = require("prom-client/lib/counter");
export const Gauge: typeof client.Gauge = require("prom-client/lib/gauge");
export const Histogram: typeof client.Histogram = require("prom-client/lib/histogram");
export const Registry: typeof client.Registry = require("prom-client/lib/registry");
export const AggregatorRegistry: typeof client.AggregatorRegistry = require("prom-client/lib/cluster");

export const collectDefaultMetrics = (
  options: client.DefaultMetricsCollectorConfiguration<client.PrometheusContentType>,
): void => (require("prom-client/lib/defaultMetrics") as typeof client.collectDefaultMetrics)(options);
