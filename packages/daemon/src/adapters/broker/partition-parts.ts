import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import { partOf, soundElementsOf, toRejectedBatch } from "../../model/batch-codec.ts";
import { partitionOf } from "../../model/partition.ts";

/**
 * A larger batch is split. The broker takes messages of 128 MiB, but a quorum queue keeps them in memory and log. A
 * worker keeps as many as it prefetches.
 */
const MESSAGE_BYTES_MAX = 256 * 1024;

export interface Part {
  readonly partition: number;
  readonly batch: AcceptedBatch;
}

/** A batch in parts of one partition each, in order; itself where it is one already. The same batch gives the same parts. */
export function partsOf(batch: AcceptedBatch, partitions: number): Part[] {
  const { organizationId, kind } = batch;
  if (kind === "rejected") {
    const partition = partitionOf(organizationId, "", partitions);
    const elements = batch.body.length > MESSAGE_BYTES_MAX && soundElementsOf(batch);
    if (!elements) return [{ partition, batch }];
    return inMessages(batch, partition, [...elements.keys()], elements);
  }
  const small = batch.body.length <= MESSAGE_BYTES_MAX;
  if (partitions === 1 && small) return [{ partition: 0, batch }];
  const elements = soundElementsOf(batch) as readonly { readonly service: string }[] | undefined;
  // Judged when it came, damaged in the spool since: it must not hold up what lies behind it.
  if (!elements?.every(hasService)) return partsOf(toRejectedBatch(batch, DAMAGED), partitions);
  const groups = new Map<number, number[]>();
  let last = "";
  let group: number[] | undefined;
  for (const [index, { service }] of elements.entries()) {
    // Neighbours are of one service mostly.
    if (!group || service !== last) {
      const partition = partitionOf(organizationId, normalised(service), partitions);
      group = groups.get(partition) ?? [];
      groups.set(partition, group);
      last = service;
    }
    group.push(index);
  }
  const [first] = groups.keys();
  if (groups.size === 1 && first !== undefined && small) return [{ partition: first, batch }];
  return [...groups].flatMap(([partition, indexes]) => inMessages(batch, partition, indexes, elements));
}

const DAMAGED = { reason: "It was damaged on the disk while it waited for the broker.", attempts: 0 } as const;
const hasService = (element: { readonly service: string } | null): boolean => typeof element?.service === "string";

/** As ingest/normalise.ts has it, whose names detection goes by. */
const normalised = (service: string): string => service.trim().replaceAll("\u0000", "\uFFFD");

/** Parts of about the same number of elements, until each is small enough or holds one. */
function inMessages(
  batch: AcceptedBatch,
  partition: number,
  indexes: readonly number[],
  elements: readonly unknown[],
): Part[] {
  const part = partOf(batch, indexes, elements);
  if (indexes.length <= 1 || part.body.length <= MESSAGE_BYTES_MAX) return [{ partition, batch: part }];
  const half = Math.ceil(indexes.length / 2);
  return [indexes.slice(0, half), indexes.slice(half)].flatMap((some) => inMessages(batch, partition, some, elements));
}
