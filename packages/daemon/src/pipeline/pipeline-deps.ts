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
  /** Undefined where this is the only worker. */
  readonly group: (Pick<GroupMember, "leaseOf" | "leases"> & { readonly partitions: number }) | undefined;
  /** An unreachable database or a full disk, for which a retry may succeed. No event is at fault. */
  readonly isTransient: (error: unknown) => boolean;
  /** A damaged file, which an operator must repair. No event is at fault. */
  readonly isDamage: (error: unknown) => boolean;
  readonly processed: (batch: AcceptedBatch, now: number) => void;
  readonly deadLettered: (count: number) => void;
}
