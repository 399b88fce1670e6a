import type { Incident } from "../model/incident.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import type { OpenChannel } from "./channel.ts";
import type { NotificationEvent } from "./event.ts";

/** The incident as it was when the event happened; texts are cut and without what looks like a secret. */
export type IncidentSnapshot = Pick<
  Incident,
  | "id"
  | "title"
  | "description"
  | "severity"
  | "status"
  | "environment"
  | "primaryService"
  | "affectedServices"
  | "signalType"
  | "assigneeId"
  | "parentIncidentId"
  | "duplicateCount"
  | "diagnosisStatus"
  | "createdAt"
  | "resolvedAt"
>;

export interface Notification {
  /** Id of the delivery: the same at every try. */
  readonly id: string;
  readonly event: NotificationEvent;
  /** When it happened. */
  readonly at: number;
  readonly incident: IncidentSnapshot;
  /** What the timeline says. All of it is text from outside. */
  readonly entry: Pick<TimelineEntry, "title" | "detail" | "actor" | "metadata">;
  /** Address of the incident for people; null where the daemon doesn't know its own. */
  readonly link: string | null;
}

/** The ticket of an incident in the system that a channel leads to. */
export interface Ticket {
  /** As the system names it: `42`, `OPS-7`. */
  readonly key: string;
  readonly url: string;
}

interface Sent {
  /** The same at every try, for receivers that leave out what they have already. */
  readonly id: string;
  readonly organizationId: string;
}

/** One notification; or several in their order, where a channel had so many to tell that each alone would be noise. */
export interface NewsMessage extends Sent {
  readonly test: false;
  readonly notifications: readonly [Notification, ...Notification[]];
  /** The incident's ticket, where one was made; null for kinds that keep none. */
  readonly ticket: Ticket | null;
  /** Of several recipients those that have it from earlier tries. */
  readonly taken: readonly string[];
}

/** Somebody tries a channel out. Kinds that keep tickets make none of it: they look whether they could. */
export interface TestMessage extends Sent {
  readonly test: true;
  /** Who tries it out. */
  readonly actor: string;
  readonly at: number;
}

export type OutgoingMessage = NewsMessage | TestMessage;

/** The other end has taken it. */
export interface Delivered {
  readonly delivered: true;
  /** The incident's ticket, where one was made or found. */
  readonly ticket?: Ticket;
}

export interface NotDelivered {
  readonly delivered: false;
  /** False where a later try of the same message can't succeed. */
  readonly again: boolean;
  /** In words for people, without secrets: it is shown with the delivery and the channel's health. */
  readonly reason: string;
  /** How long the other end asked to be left alone. */
  readonly retryAfterMs?: number;
  /** Where a ticket was made all the same, so that the next try makes no second one. */
  readonly ticket?: Ticket;
  /** Of several recipients those that have it by now, earlier tries included: the next try leaves them out. */
  readonly taken?: readonly string[];
}

export type SendOutcome = Delivered | NotDelivered;

/**
 * Tries once. A message that was taken before, unnoticed, may come again under the same id. Throws nothing but what is
 * a bug, and what the signal aborts.
 */
export type Send = (message: OutgoingMessage, channel: OpenChannel, signal: AbortSignal) => Promise<SendOutcome>;
