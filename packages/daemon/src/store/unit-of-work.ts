import type { EntityManager } from "typeorm";
import type { BuiltInMode } from "../correlate/evaluate-rules.ts";
import type { DiagnosisJobRepository } from "../diagnose/queue-diagnosis.ts";
import type { IncidentUnitOfWork, StoredIncident, UnitsOfWork } from "../incident/unit-of-work.ts";
import type { OutboxRepository } from "../notify/queue-notifications.ts";
import type { VerificationUnitOfWork } from "../remediate/verify/check-store.ts";
import { createCallsAround } from "./catalog/read-calls.ts";
import { createStakesReader } from "./catalog/read-stakes.ts";
import { createCorrelationRepository } from "./correlation/correlation-repository.ts";
import { createShadowRepository } from "./detection/shadow-repository.ts";
import { createDiagnosisJobRepository } from "./diagnosis/diagnosis-job-repository.ts";
import type { PendingIndex } from "./incident-index/posting-lists.ts";
import { createNumberSearch } from "./incident-index/search-numbers.ts";
import { createCommentRepository } from "./incidents/comment-store.ts";
import { storeFeedback } from "./incidents/give-feedback.ts";
import { createIncidentRepository, type IncidentPart } from "./incidents/incident-repository.ts";
import { incidentTable } from "./incidents/incident-tables.ts";
import { createRecentIncidents } from "./incidents/recent-incidents.ts";
import { createStreamRepository } from "./incidents/stream-repository.ts";
import { createTimelineRepository } from "./incidents/timeline-repository.ts";
import { createHeldCandidateRepository } from "./maintenance/held-candidate-repository.ts";
import { createOutboxRepository } from "./notifications/outbox-repository.ts";
import { createVerificationRepository } from "./remediation/check-store.ts";
import { createRemediationRepositories, type RemediationUnit } from "./remediation/remediation-repositories.ts";
import type { Database } from "./sql/database.ts";
import { lockOrganization } from "./sql/organization-lock.ts";
import { createMemberRepository } from "./team/team-store.ts";

export interface UnitOfWorkOptions {
  /** Mode of the built-in correlation; off by default. */
  readonly builtIn?: BuiltInMode;
  /** Rules that the detection file puts in shadow; none by default. */
  readonly shadowRules?: ReadonlySet<string>;
  /** Connects the modules that incidents reach through ports. */
  readonly createQueues: (repositories: QueueRepositories) => Pick<IncidentUnitOfWork, "notifications" | "diagnoses">;
}

export interface QueueRepositories extends Pick<IncidentUnitOfWork, "incidents" | "stream"> {
  readonly outbox: OutboxRepository;
  readonly diagnosisJobs: DiagnosisJobRepository;
}

/** All repositories of one organization within one transaction, each implemented in the folder of its owner. */
export interface OrganizationUnitOfWork extends RemediationUnit, VerificationUnitOfWork {
  readonly transaction: EntityManager;
  readonly diagnosisJobs: DiagnosisJobRepository;
}

const NO_RULES: ReadonlySet<string> = new Set();

export const createUnitsOfWork = (
  database: Pick<Database, "write">,
  options: UnitOfWorkOptions,
): UnitsOfWork<OrganizationUnitOfWork> => ({
  run: (organizationId, work) =>
    database.write((transaction) => unitsWithin(transaction, options).run(organizationId, work)),
  together: (work) => database.write((transaction) => work(unitsWithin(transaction, options))),
});

/** Units of work within one transaction; they lock organizations in the order in which they are opened. */
export const unitsWithin = (
  transaction: EntityManager,
  options: UnitOfWorkOptions,
): UnitsOfWork<OrganizationUnitOfWork> => ({
  async run(organizationId, work) {
    const seq = await lockOrganization(transaction, organizationId);
    const index: PendingIndex = { organizationId, postings: new Map() };
    const part = createIncidentRepository(transaction, index);
    const { incidents } = part;
    const { stream, flush: flushStream } = createStreamRepository(transaction, organizationId, seq);
    const { outbox, flush: flushOutbox } = createOutboxRepository(transaction, organizationId);
    const diagnosisJobs = createDiagnosisJobRepository(transaction, organizationId);
    const remediation = createRemediationRepositories(transaction, organizationId);
    const unit: OrganizationUnitOfWork = {
      transaction,
      organizationId,
      incidents,
      timeline: createTimelineRepository(transaction, organizationId),
      stream,
      correlation: correlationOf(transaction, index, part, options),
      catalog: createStakesReader(transaction, organizationId),
      maintenance: createHeldCandidateRepository(transaction, organizationId),
      shadows: createShadowRepository(transaction, organizationId, options.shadowRules ?? NO_RULES),
      feedback: { put: (feedback) => storeFeedback(transaction, feedback) },
      comments: createCommentRepository(transaction, organizationId),
      members: createMemberRepository(transaction, organizationId),
      diagnosisJobs,
      actions: remediation.actions,
      auditLog: remediation.auditLog,
      verification: createVerificationRepository(transaction, organizationId),
      ...options.createQueues({ incidents, stream, outbox, diagnosisJobs }),
    };
    const result = await work(unit);
    await part.flush();
    await remediation.flush();
    await flushOutbox();
    await flushStream();
    return result;
  },
  together: (work) => work(unitsWithin(transaction, options)),
});

function correlationOf(
  transaction: EntityManager,
  index: PendingIndex,
  { incidents, lastNumber }: IncidentPart,
  { builtIn = "off" }: UnitOfWorkOptions,
): IncidentUnitOfWork["correlation"] {
  const { organizationId } = index;
  const searchNumbers = createNumberSearch(transaction, index, lastNumber);
  return {
    ...createCorrelationRepository(transaction, organizationId),
    ...createRecentIncidents(transaction, organizationId, lastNumber),
    builtIn,
    recentFaults: { lastNumber: 0, faults: new Map(), heads: new Map() },
    callsAround: createCallsAround(transaction, organizationId),
    find: incidents.find,
    search(incident) {
      const numbersOf = searchNumbers(incident);
      return async function* (...wanted): AsyncGenerator<StoredIncident> {
        for await (const number of numbersOf(...wanted)) {
          const found = await transaction.findOneBy(incidentTable, { organizationId, number });
          if (found) yield found;
        }
      };
    },
  };
}
