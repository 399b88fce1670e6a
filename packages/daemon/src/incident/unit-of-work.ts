import type { CorrelationRepository } from "../correlate/correlation-repository.ts";
import type { ShadowRepository } from "../detect/quality/record-shadow.ts";
import type { HeldCandidateRepository } from "../maintenance/held-candidate.ts";
import type { Feedback, FeedbackVerdict, StoredFeedback } from "../model/feedback.ts";
import type { Incident, Severity } from "../model/incident.ts";
import type { TimelineEntry, TimelineEvent } from "../model/timeline-event.ts";
import type { TeamMember } from "../team/team.ts";
import type { FamilyMember } from "./family-title.ts";
import type { StakesReader } from "./impact.ts";

/** Opens units of work. */
export interface UnitsOfWork<Unit = IncidentUnitOfWork> {
  /**
   * Runs `work` in one transaction that holds the organization's write lock. A transaction over several organizations
   * locks them in the order of their names.
   */
  run<Result>(organizationId: string, work: (unit: Unit) => Promise<Result>): Promise<Result>;
  /** Runs several units of work in one transaction. */
  together<Result>(work: (units: UnitsOfWork<Unit>) => Promise<Result>): Promise<Result>;
}

/** The data of one organization within one transaction, as this module uses it. */
export interface IncidentUnitOfWork {
  readonly organizationId: string;
  readonly incidents: IncidentRepository;
  readonly timeline: TimelineRepository;
  readonly stream: StreamRepository;
  readonly correlation: CorrelationRepository<StoredIncident>;
  readonly catalog: StakesReader;
  readonly maintenance: HeldCandidateRepository;
  readonly shadows: ShadowRepository;
  readonly feedback: FeedbackRepository;
  readonly comments: CommentRepository;
  readonly members: MemberRepository;
  readonly notifications: NotificationQueue;
  readonly diagnoses: DiagnosisQueue;
}

/** An incident as it was read in the unit of work; it is passed back when it changes. */
export interface StoredIncident extends Incident {
  /** Key of the row; grows with every incident. */
  readonly ref: number;
  /** Counted up within the organization, from 1 on and without gaps. */
  readonly number: number;
  readonly verdict: FeedbackVerdict | null;
  readonly verdictFrom: "feedback" | "ending" | "parent" | null;
  /** The title that it opened with, where it has the title of its family; else null. */
  readonly ownTitle: string | null;
  /** The severity that it has without its children; null without any. */
  readonly ownSeverity: Severity | null;
}

export type Own = Pick<StoredIncident, "ownTitle" | "ownSeverity">;

export type Judgement = Pick<StoredIncident, "verdict" | "verdictFrom">;

export interface IncidentRepository {
  find(id: string): Promise<StoredIncident | undefined>;
  /** By id, those that exist. */
  findMany(ids: readonly string[]): Promise<ReadonlyMap<string, StoredIncident>>;
  /** The newest incident with this deduplication key. */
  findNewestWithKey(deduplicationKey: string): Promise<StoredIncident | undefined>;
  /** Those with this deduplication key that people gave a verdict on, the newest first. */
  judgedWithKey(deduplicationKey: string, limit: number): Promise<readonly Pick<StoredIncident, "id" | "verdict">[]>;
  /** The children that are neither resolved nor closed, the oldest first; by default of any time. */
  openChildren(parentId: string, limit: number, createdFrom?: number): Promise<readonly StoredIncident[]>;
  /** Its oldest children with the titles that they opened with. */
  firstChildren(parentId: string, limit: number): Promise<readonly FamilyMember[]>;
  insert(incident: Incident): Promise<void>;
  /** Never sets `updatedAt` back. */
  update(before: StoredIncident, fields: Partial<Incident>, now: number): Promise<StoredIncident>;
  setVerdict(incident: StoredIncident, judgement: Judgement): Promise<void>;
  /** Keeps what the incident has by itself, while it shows its family. */
  keepOwn(incident: StoredIncident, own: Partial<Own>): Promise<void>;
  /**
   * Copies a parent's verdict to its children: of each rule but the parent's own to the first child, so that each rule is
   * measured once. A verdict that a person gave to a child stays.
   */
  copyVerdictToChildren(parent: StoredIncident): Promise<void>;
  /** Takes the incident off the list of those that may resolve automatically, until a child of it ends. */
  pauseAutomaticResolution(id: string): Promise<void>;
  resumeAutomaticResolution(id: string): Promise<void>;
}

/** Entries to append to the timeline of one incident. */
export interface TimelineRecord {
  readonly incident: Pick<Incident, "id">;
  readonly entries: readonly TimelineEntry[];
  readonly now: number;
}

export type StoredTimelineEvent = TimelineEvent & { readonly seq: number };

export interface TimelineRepository {
  /** Appends all of them in one statement. */
  append(records: readonly TimelineRecord[]): Promise<void>;
  newest(incidentId: string): Promise<StoredTimelineEvent | undefined>;
  rewrite(seq: number, entry: Pick<TimelineEntry, "title" | "detail" | "metadata">): Promise<void>;
  /** The first entries that people caused. */
  entriesOfPeople(
    incidentId: string,
    limit: number,
  ): Promise<readonly Pick<TimelineEntry, "type" | "actor" | "metadata">[]>;
  count(incidentId: string, types: readonly TimelineEntry["type"][]): Promise<number>;
  /** The opening, the repetitions of the condition and the notes, the latest first; a bounded number. */
  sightings(incidentId: string): Promise<readonly Pick<TimelineEntry, "metadata">[]>;
}

export interface StreamRepository {
  /** Appends a change to the organization's stream; `event` is null for an incident. */
  append(event: string | null, data: unknown): Promise<void>;
}

export interface FeedbackRepository {
  /** Stores what a person says in place of what the person said before. Throws `conflict` where too many people did. */
  put(feedback: Feedback): Promise<CountedFeedback>;
}

export interface CountedFeedback extends StoredFeedback {
  /** The verdict of the majority, this person included. */
  readonly verdict: FeedbackVerdict;
  /** Whether the person says anything new. */
  readonly isNews: boolean;
}

/** A person's comment on an incident, stored verbatim. */
export interface IncidentComment {
  readonly id: string;
  readonly organizationId: string;
  readonly incidentId: string;
  /** As the caller names them: free text. */
  readonly author: string;
  /** The owner of the token; null for comments older than this field. */
  readonly actor: string | null;
  readonly body: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface CommentRepository {
  count(incidentId: string): Promise<number>;
  insert(comment: IncidentComment): Promise<void>;
}

export interface MemberRepository {
  find(id: string): Promise<TeamMember | undefined>;
}

/** Implemented by notify, which decides which channels are notified. */
export interface NotificationQueue {
  /** Without the whole incident, it is read where a channel wants to know of it. */
  enqueue(incident: Pick<Incident, "id"> | Incident, entries: readonly TimelineEntry[], now: number): Promise<void>;
}

/** Implemented by diagnose, which decides whether an incident is diagnosed automatically. */
export interface DiagnosisQueue {
  enqueueOpened(incident: Incident, now: number): Promise<void>;
}
