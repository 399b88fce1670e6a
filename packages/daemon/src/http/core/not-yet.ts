import type { IncidentStore } from "../../incident/store.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Scope } from "../../model/scope.ts";
import { later, type Routes } from "./route.ts";

/**
 * Described in the document, and not there yet: they answer 501 until they are. An incident that the caller can't see
 * is not found all the same; and of what can't be made yet, there is none to be found.
 */
export function notYetRoutes({ incidents }: { readonly incidents: Pick<IncidentStore, "get"> }) {
  const laterOf = async (scope: Scope, incidentId: string): Promise<null> => {
    await incidents.get(scope, incidentId);
    return later();
  };
  const none = (what: string, id: string): Promise<null> => Promise.reject(notFound(`${what} ${id}`));
  return {
    requestRemediation: ({ scope, body }) => laterOf(scope, body.incidentId),
    previewRemediation: ({ scope, body }) => laterOf(scope, body.incidentId),
    getRemediationPolicy: later,
    getRemediationAction: ({ path }) => none("Remediation action", path.id),
    listRemediationAudit: ({ path }) => none("Remediation action", path.id),
    listNotificationChannels: later,
    createNotificationChannel: later,
    getNotificationChannel: ({ path }) => none("Notification channel", path.id),
    updateNotificationChannel: ({ path }) => none("Notification channel", path.id),
    deleteNotificationChannel: ({ path }) => none("Notification channel", path.id),
    testNotificationChannel: ({ path }) => none("Notification channel", path.id),
    listNotificationDeliveries: later,
    replayNotificationDelivery: ({ path }) => none("Delivery", path.id),
    listRemediationActions: later,
    listRemediationHistory: ({ scope, path }) => laterOf(scope, path.incidentId),
    getRemediationStats: later,
    getRemediationPriority: later,
    exportRemediationActions: later,
    verifyRemediationAudit: later,
    approveRemediation: ({ path }) => none("Remediation action", path.id),
    rejectRemediation: ({ path }) => none("Remediation action", path.id),
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
