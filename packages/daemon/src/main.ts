import { isMainThread } from "node:worker_threads";

// The process and each of its threads start with this file. A thread loads only the modules of its role.
if (isMainThread) await (await import("./app/run-process.ts")).runProcess(new URL(import.meta.url));
else (await import("./app/roles/run-thread.ts")).runThread();
