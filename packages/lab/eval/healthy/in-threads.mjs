// Each seed in a thread of its own, as many at a time as there are processors: a week of traffic takes a while.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

const RUN = new URL("./run.mjs", import.meta.url).href;

/** What a function of a module, by its name, gives for each of the arguments, in their order. Rejects as the first that fails. */
export async function inThreads(work, all, module = RUN) {
  const results = [];
  const waiting = [...all.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results[next[0]] = await inThread({ work, module, given: next[1] });
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return results;
}

const inThread = (workerData) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./thread.mjs", import.meta.url), { workerData });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`A thread for ${workerData.work} ended with ${code}, and no result.`)),
    );
  });
