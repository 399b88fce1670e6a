import { EntitySchema } from "typeorm";
import type { DeadLetter } from "../../model/dead-letter.ts";
import { integer, json, key, nullable, text } from "../sql/columns.ts";

export interface ConsumerRow {
  name: string;
  position: number;
}

export const consumerTable = new EntitySchema<ConsumerRow>({
  name: "consumer",
  columns: { name: { ...text, ...key }, position: integer },
});

export interface ConsumedBatchRow {
  id: string;
  consumedAt: number;
}

export const consumedBatchTable = new EntitySchema<ConsumedBatchRow>({
  name: "consumed_batch",
  columns: { id: { ...text, ...key }, consumedAt: { ...integer, name: "consumed_at" } },
});

export interface DeadLetterRow extends DeadLetter {
  seq: number;
  replayAskedAt: number | null;
  /** The id that the event gets when it is replayed. */
  replayEventId: string | null;
}

export const deadLetterTable = new EntitySchema<DeadLetterRow>({
  name: "dead_letter",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: { ...text, unique: true },
    organizationId: { ...text, name: "organization_id" },
    kind: text,
    receivedAt: { ...integer, name: "received_at" },
    reason: text,
    attempts: integer,
    payload: json,
    replayAskedAt: { ...integer, ...nullable, name: "replay_asked_at" },
    replayEventId: { ...text, ...nullable, name: "replay_event_id" },
  },
});
