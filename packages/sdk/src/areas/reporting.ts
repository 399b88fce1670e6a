import type { ExportReportRunsData, ListReportRunsData, ReportingSettingsUpdate } from "../generated/types.gen.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Filters of the runs. `limit` is the most that are answered; times are ISO 8601. */
export type ReportRunFilter = Query<ListReportRunsData>;
/** Filters of the export. `limit` is the most rows; times are ISO 8601. */
export type ReportRunExportFilter = Query<ExportReportRunsData>;

/** Reports about remediation, and how long its records are kept. */
export function createReporting({ api, with: how }: Port) {
  return {
    /**
     * The settings of the organization.
     * @example
     * const { retentionDays, reportCadence } = await tocsin.reporting.settings();
     * console.log(retentionDays, reportCadence);
     */
    settings: (options?: CallOptions) => data(api.getReportingSettings({ ...how(options) })),
    /**
     * Changes the settings and answers them.
     * @example
     * await tocsin.reporting.updateSettings({ scheduledReportEnabled: true, reportRecipients: ["ops@example.com"] });
     */
    updateSettings: (settings: ReportingSettingsUpdate, options?: CallOptions) =>
      data(api.updateReportingSettings({ body: settings, ...how(options) })),
    /**
     * The report runs that pass all filters, the newest first.
     * @example
     * for (const { id, status, startedAt } of await tocsin.reporting.runs({ from: "2026-01-01T00:00:00Z" }))
     *   console.log(id, status, startedAt);
     */
    runs: (filter?: ReportRunFilter, options?: CallOptions) =>
      data(api.listReportRuns({ query: filter, ...how(options) })),
    /**
     * Makes a run now.
     * @example
     * console.log(await tocsin.reporting.startRun());
     */
    startRun: (options?: CallOptions) => data(api.startReportRun({ ...how(options) })),
    /**
     * Delivers a failed run again.
     * @example
     * await tocsin.reporting.retryRun("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     */
    retryRun: (runId: string, options?: CallOptions) => data(api.retryReportRun({ path: { runId }, ...how(options) })),
    /**
     * The report runs that pass all filters, as CSV.
     * @example
     * const csv = await tocsin.reporting.exportRunsCsv();
     * console.log(csv.split("\n")[0]);
     */
    exportRunsCsv: (filter?: ReportRunExportFilter, options?: CallOptions) =>
      data(api.exportReportRuns({ query: filter, ...how(options, "text/csv") })),
    /**
     * Deletes what is older than the settings keep, and says how much it was.
     * @example
     * const { deletedCount, cutoff } = await tocsin.reporting.enforceRetention();
     * console.log(`${deletedCount} older than ${cutoff}`);
     */
    enforceRetention: (options?: CallOptions) => data(api.enforceRetention({ ...how(options) })),
  };
}
