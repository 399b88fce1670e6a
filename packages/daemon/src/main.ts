import { isMainThread } from "node:worker_threads";

// The same file begins the process and each of its threads; a thread loads only what its role needs.
if (isMainThread) await (await import("./app/run-process.ts")).runProcess(new URL(import.meta.url));
else (await import("./app/roles/run-thread.ts")).runThread();
