// What a thread does: one function of a module, once.
import { parentPort, workerData } from "node:worker_threads";

const { module, work, given } = workerData;
parentPort.postMessage(await (await import(module))[work](given));
