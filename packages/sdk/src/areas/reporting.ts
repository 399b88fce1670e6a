import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type { ExportReportRunsData, ListReportRunsData, ReportingSettingsUpdate } from "../generated/core/types.gen.ts";
import { type CallOptions, data, type Port, type Query } from "../transport/port.ts";

/** Reports about remediation, and how long its records are kept. */
export function createReporting({ api, with: how }: Port<CoreApi>) {
  return {
    /** The settings of the organization. */
    settings: (options?: CallOptions) => data(api.getReportingSettings({ ...how(options) })),
    /** Changes the settings and answers them. */
    updateSettings: (settings: ReportingSettingsUpdate, options?: CallOptions) =>
      data(api.updateReportingSettings({ body: settings, ...how(options) })),
    /** The report runs that pass all filters, the newest first. */
    runs: (filter?: Query<ListReportRunsData>, options?: CallOptions) =>
      data(api.listReportRuns({ query: filter, ...how(options) })),
    /** Makes a run now. */
    startRun: (options?: CallOptions) => data(api.startReportRun({ ...how(options) })),
    /** Delivers a failed run again. */
    retryRun: (runId: string, options?: CallOptions) => data(api.retryReportRun({ path: { runId }, ...how(options) })),
    /** The report runs that pass all filters, as CSV. */
    exportRunsCsv: (filter?: Query<ExportReportRunsData>, options?: CallOptions) =>
      data(api.exportReportRuns({ query: filter, ...how(options, "text/csv") })),
    /** Deletes what is older than the settings keep, and says how much it was. */
    enforceRetention: (options?: CallOptions) => data(api.enforceRetention({ ...how(options) })),
  };
}
