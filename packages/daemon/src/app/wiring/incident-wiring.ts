import { createDiagnosisQueue } from "../../diagnose/queue-diagnosis.ts";
import { createAssignmentStore as assignmentStoreOf } from "../../incident/assign-incident.ts";
import { createIncidentStore as incidentStoreOf } from "../../incident/change-incident.ts";
import type { CommentStore } from "../../incident/comments.ts";
import type { FeedbackStore } from "../../incident/feedback.ts";
import type { PostmortemStore } from "../../incident/postmortem.ts";
import type { IncidentStore } from "../../incident/store.ts";
import type { UnitsOfWork } from "../../incident/unit-of-work.ts";
import type { FamilyStore } from "../../incident/unmerge.ts";
import type { Clock } from "../../kernel/clock.ts";
import { createNotificationQueue } from "../../notify/queue-notifications.ts";
import type { ActionStore } from "../../remediate/actions/action-store.ts";
import { createActionStore as actionStoreOf } from "../../remediate/requests/change-actions.ts";
import { createCommitBatchStore as commitBatchStoreOf } from "../../store/commit-batch-store.ts";
import { createStoredComments } from "../../store/incidents/comment-store.ts";
import { createFamilyReader } from "../../store/incidents/family-store.ts";
import { createFeedbackReader } from "../../store/incidents/feedback-store.ts";
import { createIncidentReader } from "../../store/incidents/incident-store.ts";
import { createPostmortemReader } from "../../store/incidents/postmortem-store.ts";
import { createActionReader } from "../../store/remediation/action-store.ts";
import type { Database } from "../../store/sql/database.ts";
import { createUnitsOfWork, type OrganizationUnitOfWork, type UnitOfWorkOptions } from "../../store/unit-of-work.ts";

/** Options of the units of work that open incidents. */
export interface OpeningOptions extends Omit<UnitOfWorkOptions, "createQueues"> {
  /** Whether incidents that open are diagnosed; false by default. */
  readonly autoDiagnose?: boolean;
}

/** Connects incidents with the modules that they reach through ports. */
const withQueues = ({ autoDiagnose = false, ...options }: OpeningOptions): UnitOfWorkOptions => ({
  ...options,
  createQueues: ({ outbox, incidents, diagnosisJobs, stream }) => ({
    notifications: createNotificationQueue(outbox, incidents),
    diagnoses: createDiagnosisQueue(diagnosisJobs, stream, autoDiagnose),
  }),
});

export const createUnits = (
  database: Pick<Database, "write">,
  options: OpeningOptions = {},
): UnitsOfWork<OrganizationUnitOfWork> => createUnitsOfWork(database, withQueues(options));

export const createCommitBatchStore = (
  database: Database,
  options: OpeningOptions = {},
  writeCounts?: Parameters<typeof commitBatchStoreOf>[2],
) => commitBatchStoreOf(database, withQueues(options), writeCounts);

export const createIncidentStore = (database: Database, clock: Clock, options?: OpeningOptions): IncidentStore =>
  incidentStoreOf(createIncidentReader(database), { units: createUnits(database, options), clock });

export const createAssignmentStore = (database: Database, clock: Clock) =>
  assignmentStoreOf({ units: createUnits(database), clock });

export const createFamilyStore = (database: Database, clock: Clock): FamilyStore => ({
  ...createFamilyReader(database),
  units: createUnits(database),
  clock,
});

export const createFeedbackStore = (database: Database): FeedbackStore => ({
  ...createFeedbackReader(database),
  units: createUnits(database),
});

export const createCommentStore = (database: Database): CommentStore => ({
  ...createStoredComments(database),
  units: createUnits(database),
});

export const createPostmortemStore = (database: Database): PostmortemStore => ({
  ...createPostmortemReader(database),
  units: createUnits(database),
});

export const createActionStore = (database: Database): ActionStore =>
  actionStoreOf(createActionReader(database), createUnits(database));
