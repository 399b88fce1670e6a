import type { DeadLetter } from "../../model/dead-letter.ts";
import { defineTable, generated, integer, json, key, text } from "../sql/define-table.ts";

export interface ConsumerRow {
  name: string;
  position: number;
}

export const consumerTable = defineTable<ConsumerRow>("consumer", { ...key(text("name")), ...integer("position") });

export interface ConsumedBatchRow {
  id: string;
  consumedAt: number;
}

export const consumedBatchTable = defineTable<ConsumedBatchRow>("consumed_batch", {
  ...key(text("id")),
  ...integer("consumedAt"),
});

export interface DeadLetterRow extends DeadLetter {
  seq: number;
  replayAskedAt: number | null;
  /** The id that the event gets when it is replayed. */
  replayEventId: string | null;
}

export const deadLetterTable = defineTable<DeadLetterRow>("dead_letter", {
  ...generated("seq"),
  ...text("id", "organizationId", "kind", "reason", "replayEventId"),
  ...json("payload"),
  ...integer("receivedAt", "attempts", "replayAskedAt"),
});
