import type { Incident } from "../model/incident.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import type { OpenChannel } from "./channel.ts";
import type { NotificationEvent } from "./event.ts";

/** The incident at the time of the event; texts are cut and redacted. */
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
  /** Id of the delivery, the same at every attempt. */
  readonly id: string;
  readonly event: NotificationEvent;
  readonly at: number;
  readonly incident: IncidentSnapshot;
  /** From the timeline: untrusted text. */
  readonly entry: Pick<TimelineEntry, "title" | "detail" | "actor" | "metadata">;
  /** Null if the daemon's public address is not configured. */
  readonly link: string | null;
}

/** The ticket of an incident in an external system. */
export interface Ticket {
  /** Such as `42` or `OPS-7`. */
  readonly key: string;
  readonly url: string;
}

interface Sent {
  /** The same at every attempt, so that receivers can drop duplicates. */
  readonly id: string;
  readonly organizationId: string;
}

/** One notification, or a bundle in chronological order. */
export interface NotificationMessage extends Sent {
  readonly test: false;
  readonly notifications: readonly [Notification, ...Notification[]];
  /** Null if there is none yet, or the kind keeps no tickets. */
  readonly ticket: Ticket | null;
  readonly taken: readonly string[];
}

/** A test of the channel. For ticket kinds it only checks the access. */
export interface TestMessage extends Sent {
  readonly test: true;
  readonly actor: string;
  readonly at: number;
}

export type OutgoingMessage = NotificationMessage | TestMessage;

export interface Delivered {
  readonly delivered: true;
  readonly ticket?: Ticket;
}

export interface NotDelivered {
  readonly delivered: false;
  /** False if the message was rejected for good. */
  readonly again: boolean;
  /** For people, without secrets: it is shown with the delivery and the channel's health. */
  readonly reason: string;
  /** Wait that the receiver requested. */
  readonly retryAfterMs?: number;
  /** A ticket that was created despite the failure, so that the next attempt creates no second one. */
  readonly ticket?: Ticket;
  /** Recipients that have the message, so that the next attempt skips them. */
  readonly taken?: readonly string[];
}

export type SendOutcome = Delivered | NotDelivered;

/** Attempts one delivery, at least once under the same id. Throws only for bugs, and the abort of the signal. */
export type Send = (message: OutgoingMessage, channel: OpenChannel, signal: AbortSignal) => Promise<SendOutcome>;
