import { DAY_MS } from "../kernel/clock.ts";
import { invalidRequest } from "../kernel/errors.ts";
import { findDetails } from "../kernel/validate-document.ts";
import type { ReportingSettings } from "../model/report.ts";
import type { Scope } from "../model/scope.ts";
import { mailAddressSchema } from "../notify/mail.ts";
import { nextTime, type ReportSchedule } from "./schedule.ts";
import type { SettingsStore, StoredSettings } from "./store.ts";

export const RETENTION_DAYS_DEFAULT = 365;

export type SettingsUpdate = Partial<
  Pick<ReportingSettings, "retentionDays" | "scheduledReportEnabled" | "reportCadence" | "reportRecipients">
>;

export interface SettingsDeps {
  readonly settings: SettingsStore;
  readonly schedule: ReportSchedule;
}

/** Settings of an organization that stored none; their times are 0. */
export const defaultSettings = (organizationId: string): ReportingSettings => ({
  organizationId,
  retentionDays: RETENTION_DAYS_DEFAULT,
  scheduledReportEnabled: false,
  reportCadence: "weekly",
  reportRecipients: [],
  lastReportAt: null,
  createdAt: 0,
  updatedAt: 0,
});

export const readSettings = async (settings: Pick<SettingsStore, "get">, scope: Scope): Promise<ReportingSettings> =>
  (await settings.get(scope)) ?? defaultSettings(scope.organizationId);

/** Changes the given fields. Throws `invalid_request` for a recipient that is not an address. */
export async function changeSettings(
  { settings, schedule }: SettingsDeps,
  scope: Scope,
  given: SettingsUpdate,
  now: number,
): Promise<ReportingSettings> {
  // The body may contain fields that can't be changed, such as the organization's id.
  const { retentionDays, scheduledReportEnabled, reportCadence, reportRecipients } = given;
  const update: SettingsUpdate = {
    ...(retentionDays === undefined ? {} : { retentionDays }),
    ...(scheduledReportEnabled === undefined ? {} : { scheduledReportEnabled }),
    ...(reportCadence === undefined ? {} : { reportCadence }),
    ...(reportRecipients === undefined ? {} : { reportRecipients: recipientsOf(reportRecipients) }),
  };
  return settings.change(scope, (current) => changed(current, scope.organizationId, update, schedule, now));
}

const recipientsSchema = { type: "array", items: mailAddressSchema };

/** The first spelling of each mailbox. */
function recipientsOf(given: readonly string[]): readonly string[] {
  const details = findDetails(recipientsSchema, given, "/reportRecipients");
  if (details.length > 0) throw invalidRequest(details);
  const first = new Map<string, string>();
  for (const address of given) {
    const key = address.toLowerCase();
    if (!first.has(key)) first.set(key, address);
  }
  return [...first.values()];
}

/** Enabled reports start at the next scheduled time. */
export function changed(
  current: StoredSettings | undefined,
  organizationId: string,
  update: SettingsUpdate,
  schedule: ReportSchedule,
  now: number,
): StoredSettings {
  const before: StoredSettings = current ?? {
    ...defaultSettings(organizationId),
    createdAt: now,
    nextReportAt: null,
    coveredUntil: null,
    retentionDueAt: now + DAY_MS,
  };
  const after = { ...before, ...update, updatedAt: now };
  if (!after.scheduledReportEnabled) return { ...after, nextReportAt: null, coveredUntil: null };
  const goesOn = before.nextReportAt !== null && after.reportCadence === before.reportCadence;
  return goesOn ? after : { ...after, nextReportAt: nextTime(schedule, after.reportCadence, now) };
}
