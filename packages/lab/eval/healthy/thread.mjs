// What a thread does: one function of run.mjs, once.
import { parentPort, workerData } from "node:worker_threads";
import { runFaultySeed, runSeed } from "./run.mjs";

parentPort.postMessage({ runSeed, runFaultySeed }[workerData.work](workerData.given));
