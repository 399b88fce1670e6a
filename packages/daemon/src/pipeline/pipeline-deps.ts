import type { Archive } from "../archive/archive.ts";
import type { GroupMember } from "../consumer-group/group-member.ts";
import type { DetectionEngine } from "../detect/engine/detection-engine.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { AcceptedBatch } from "../model/accepted-batch.ts";
import type { CommitBatchStore } from "./commit-batch.ts";

/** The ports of the pipeline. */
export interface PipelineDeps {
  readonly archive: Pick<Archive, "add">;
  readonly store: CommitBatchStore;
  readonly engine: DetectionEngine;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The partitions that this worker holds; undefined where it is the only worker. */
  readonly group: (Pick<GroupMember, "leaseOf" | "leases"> & { readonly partitions: number }) | undefined;
  /** True for errors of an unreachable database or a full disk: a retry may succeed, and no event is at fault. */
  readonly isTransient: (error: unknown) => boolean;
  /** True where a file of the storage is damaged: no event is at fault, and an operator must repair the file. */
  readonly isDamage: (error: unknown) => boolean;
  /** Called with each batch whose effects are stored. */
  readonly processed: (batch: AcceptedBatch, now: number) => void;
  /** Called with the number of dead letters that were stored. */
  readonly deadLettered: (count: number) => void;
}
