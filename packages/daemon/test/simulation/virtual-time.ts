import { AsyncLocalStorage } from "node:async_hooks";
import { createRandom, type Random } from "../support/random.ts";
import { createEventHeap, type TimedEvent } from "./event-heap.ts";
import { patchBuiltins } from "./patched-builtins.ts";

/** A process of the simulation: what runs in its context sees its clock, and stands still or ends with it. */
export interface SimulatedProcess {
  readonly name: string;
  /** Milliseconds that its clock is ahead. */
  clockOffset: number;
  state: "running" | "paused" | "ended";
}

export interface Context {
  readonly time: VirtualTime;
  /** Undefined: nobody's, such as the broker or the scenario itself. */
  readonly process: SimulatedProcess | undefined;
}

export interface VirtualTimer {
  cancel(): void;
  ref(): VirtualTimer;
  unref(): VirtualTimer;
}

/** One thread of events over a virtual clock. Between two events all promises that can settle have settled. */
export interface VirtualTime {
  readonly random: Random;
  /** Milliseconds since 1970 UTC, by the clock that is right. */
  now(): number;
  plan(ms: number, process: SimulatedProcess | undefined, run: () => void): VirtualTimer;
  /** Runs this in a process' context, where timers and the clock are its own. */
  enter<Result>(process: SimulatedProcess | undefined, work: () => Result): Result;
  /** Resolves after so many virtual milliseconds, for the process in whose context it is called. */
  pass(ms: number): Promise<void>;
  pause(process: SimulatedProcess): void;
  resume(process: SimulatedProcess): void;
  end(process: SimulatedProcess): void;
  /** Lets time pass until the promise settles or the time is over; false where it didn't settle. */
  run(untilSettled: Promise<unknown>, mostMs: number): Promise<boolean>;
  /** Does real work, such as copying a file, while virtual time stands still. */
  outside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many events happened. */
  events(): number;
}

interface Planned extends TimedEvent {
  at: number;
  order: number;
  readonly process: SimulatedProcess | undefined;
  readonly run: () => void;
  isCancelled: boolean;
}

const contexts = new AsyncLocalStorage<Context>();
const realImmediate = setImmediate;

/** Resolves when no promise is left that could settle by itself: microtasks come before the next turn of the event loop. */
const drained = (): Promise<void> => new Promise((resolve) => realImmediate(resolve));

/** Until the returned function is called, simulated code has virtual time and seeded randomness. */
export const useVirtualTime = (): (() => void) => patchBuiltins(contexts);

/** The context in which code of the database's server would run: no process' clock. */
export const withServerClock = <Result>(work: () => Result): Result => {
  const context = contexts.getStore();
  return context ? contexts.run({ time: context.time, process: undefined }, work) : work();
};

/** What is planned. Events of a process that is paused come when it goes on, and never where it has ended. */
function createAgenda() {
  const heap = createEventHeap<Planned>();
  const delayed = new Map<SimulatedProcess, Planned[]>();
  let order = 0;
  return {
    plan(at: number, process: SimulatedProcess | undefined, run: () => void): VirtualTimer {
      const event: Planned = { at, order: order++, process, run, isCancelled: false };
      heap.push(event);
      const timer: VirtualTimer = {
        cancel() {
          event.isCancelled = true;
        },
        ref: () => timer,
        unref: () => timer,
      };
      return timer;
    },
    /** What happens next, up to this time. */
    next(latest: number): Planned | undefined {
      for (let event = heap.pop(); event; event = heap.pop()) {
        const { process } = event;
        if (event.at > latest) {
          heap.push(event);
          return undefined;
        }
        if (event.isCancelled || process?.state === "ended") continue;
        if (process?.state !== "paused") return event;
        delayed.get(process)?.push(event);
      }
      return undefined;
    },
    pause(process: SimulatedProcess): void {
      if (process.state !== "running") return;
      process.state = "paused";
      delayed.set(process, []);
    },
    resume(process: SimulatedProcess, now: number): void {
      if (process.state !== "paused") return;
      process.state = "running";
      for (const event of delayed.get(process) ?? []) {
        event.at = now;
        event.order = order++;
        heap.push(event);
      }
      delayed.delete(process);
    },
    end(process: SimulatedProcess): void {
      process.state = "ended";
      delayed.delete(process);
    },
  };
}

export function createVirtualTime(seed: number, startsAt: number): VirtualTime {
  const agenda = createAgenda();
  let now = startsAt;
  let happened = 0;
  let outside: Promise<unknown> = Promise.resolve();
  const plan: VirtualTime["plan"] = (ms, process, run) => agenda.plan(now + Math.max(0, ms || 0), process, run);
  /** False where nothing is left to happen. */
  const step = async (latest: number): Promise<boolean> => {
    const event = agenda.next(latest);
    if (!event) return false;
    now = Math.max(now, event.at);
    happened += 1;
    contexts.run({ time, process: event.process }, event.run);
    await drained();
    await outside;
    return true;
  };
  const time: VirtualTime = {
    random: createRandom(seed),
    now: () => now,
    plan,
    events: () => happened,
    enter: (process, work) => contexts.run({ time, process }, work),
    pass: (ms) => {
      const process = contexts.getStore()?.process;
      return new Promise((resolve) => plan(ms, process, resolve));
    },
    outside(work) {
      const done = contexts.exit(work);
      outside = done.then(drained, drained);
      return done;
    },
    pause: agenda.pause,
    resume: (process) => agenda.resume(process, now),
    end: agenda.end,
    async run(untilSettled, mostMs) {
      let isSettled = false;
      const settle = (): void => {
        isSettled = true;
      };
      untilSettled.then(settle, settle);
      const latest = now + mostMs;
      await drained();
      while (!isSettled && (await step(latest)));
      return isSettled;
    },
  };
  return time;
}
