import { notFound } from "../../kernel/errors.ts";
import { later, type Routes } from "./route.ts";

/** Described in the document, and not there yet: they answer 501 until they are. Of what can't be made yet, there is none to be found. */
export function notYetRoutes() {
  const none = (what: string, id: string): Promise<null> => Promise.reject(notFound(`${what} ${id}`));
  return {
    listNotificationChannels: later,
    createNotificationChannel: later,
    getNotificationChannel: ({ path }) => none("Notification channel", path.id),
    updateNotificationChannel: ({ path }) => none("Notification channel", path.id),
    deleteNotificationChannel: ({ path }) => none("Notification channel", path.id),
    testNotificationChannel: ({ path }) => none("Notification channel", path.id),
    listNotificationDeliveries: later,
    replayNotificationDelivery: ({ path }) => none("Delivery", path.id),
    getReportingSettings: later,
    updateReportingSettings: later,
    listReportRuns: later,
    startReportRun: later,
    exportReportRuns: later,
    retryReportRun: ({ path }) => none("Report run", path.runId),
    enforceRetention: later,
    checkLiveness: later,
    checkReadiness: later,
    readMetrics: later,
  } satisfies Partial<Routes>;
}
