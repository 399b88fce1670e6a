import { existsSync, statSync } from "node:fs";
import { MIB } from "../../kernel/bytes.ts";
import { quickCheck } from "../sql/quick-check.ts";
import { readFileHeader } from "./file-header.ts";
import { inspectWal, isWalDamaged, type WalState } from "./wal.ts";

export interface FileState {
  readonly bytes: number;
  /** Reasons to repair; none: nothing is known to be damaged. */
  readonly problems: readonly string[];
  /** Findings that may be harmless and are worth a look. */
  readonly notes: readonly string[];
  /** True where all of the file was checked. */
  readonly isComplete: boolean;
}

export interface CheckOptions {
  /** `performance.now()` after which no further step begins. */
  readonly deadline?: number;
  /** Files beyond are not read whole. */
  readonly bytesMax?: number;
  /** False beside a daemon: its WAL changes while it is read. */
  readonly checksWal?: boolean;
}

/** At the start `quick_check` can't be interrupted, so that a large file would hold it up. */
export const START_CHECK_BYTES_MAX = 16 * MIB;

/** Looks at a file and its WAL without changing either. */
export function checkFile(path: string, options: CheckOptions = {}): FileState {
  const { deadline = Number.POSITIVE_INFINITY, bytesMax = Number.POSITIVE_INFINITY, checksWal = true } = options;
  const { size: bytes } = statSync(path);
  const header = readFileHeader(path);
  if (header.problem !== undefined) return { bytes, problems: [header.problem], notes: [], isComplete: true };
  const hasWal = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
  const wal = hasWal && checksWal ? inspectWal(`${path}-wal`, header.pageSize, deadline) : undefined;
  const problems = [...walProblems(wal)];
  const expected = (header.pages ?? 0) * header.pageSize;
  if (!hasWal && bytes < expected) problems.push(`${expected - bytes} of ${expected} bytes are missing at its end`);
  const isRead = bytes <= bytesMax && performance.now() < deadline;
  // A damaged WAL isn't opened: the last connection that closes would remove it.
  if (problems.length === 0 && isRead) problems.push(...quickCheck(path, { isReadonly: true }));
  return { bytes, problems, notes: walNotes(wal), isComplete: isRead && (wal?.isComplete ?? true) };
}

function walProblems(wal: WalState | undefined): readonly string[] {
  if (!wal || !isWalDamaged(wal)) return [];
  const what = wal.isHeaderWhole ? `${wal.damagedFrames} of ${wal.frames} frames` : "the header";
  return [
    `${what} of its -wal file ${wal.isHeaderWhole ? "are" : "is"} damaged; SQLite would drop ${wal.droppedCommits} commits (${wal.droppedBytes} bytes)`,
  ];
}

function walNotes(wal: WalState | undefined): readonly string[] {
  if (!wal || wal.droppedCommits === 0 || isWalDamaged(wal)) return [];
  return [
    `the last transaction of its -wal file is incomplete (${wal.droppedBytes} bytes) and is dropped; a power cut leaves this of one that was not acknowledged`,
  ];
}
