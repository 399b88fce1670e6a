import type { OpenChannel } from "./channel.ts";
import type { OutgoingMessage, Ticket } from "./message.ts";

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
