import { rmSync } from "node:fs";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { temporaryFolder } from "../support/daemon.ts";
import type { TestWorker } from "../support/worker.ts";

/** The stores and helpers of the tests about the worker. */
export function workerPipeline() {
  let folder = "";
  let test: TestWorker;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    get test() {
      return test;
    },
    set test(value: TestWorker) {
      test = value;
    },
    get folder() {
      return folder;
    },
    set folder(value) {
      folder = value;
    },
  };
}

/** Fails the first so many times. */
export function failing(times: number, error: Error): () => void {
  let left = times;
  return () => {
    if (left-- > 0) throw error;
  };
}

export const failingAtCommit = (commitBatches: CommitBatchStore, fail: () => void): CommitBatchStore => ({
  ...commitBatches,
  async commit(...args) {
    fail();
    return commitBatches.commit(...args);
  },
});
