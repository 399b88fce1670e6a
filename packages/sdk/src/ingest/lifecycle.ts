import type { BufferOptions } from "./options.ts";

type Signal = NonNullable<BufferOptions["flushOnSignals"]>[number];

/** A buffer that is flushed before the process or page ends. */
export interface Flushable {
  /** Sends what waits, for a bounded time; what is left then is given up, and said to be lost. */
  drain(): Promise<unknown>;
  /** There is no time for anything any more. */
  abandon(): void;
  /** The page is hidden, and may never be seen again; or it is back. */
  hide(hidden: boolean): void;
  pending(): number;
}

interface Process {
  readonly pid: number;
  on(event: string, listener: (...words: never[]) => void): void;
  off(event: string, listener: (...words: never[]) => void): void;
  listeners(event: string): unknown[];
  kill(pid: number, signal: string): void;
}
interface Page {
  addEventListener(event: string, listener: () => void): void;
  removeEventListener(event: string, listener: () => void): void;
  readonly document?: { readonly visibilityState: string };
}

/** Shared by copies of this package in one program, so that they don't take each other for the program's own handlers. */
const ours = Symbol.for("@tocsin/sdk flush");
const all = new Set<Flushable>();
const bySignal = new Map<Signal, { readonly members: Set<Flushable>; readonly listener: () => void }>();

/** Flushes at the end of the process or page. Answers what ends that. */
export function flushAtTheEnd(buffer: Flushable, { flushOnExit = true, flushOnSignals = [] }: BufferOptions) {
  const process = readProcess();
  if (flushOnExit && all.size === 0) setListeners(process, true);
  if (flushOnExit) all.add(buffer);
  if (process) for (const signal of new Set(flushOnSignals)) join(process, signal, buffer);
  return () => {
    if (all.delete(buffer) && all.size === 0) setListeners(process, false);
    if (process) for (const signal of flushOnSignals) leave(process, signal, buffer);
  };
}

/** Node and what is like it; undefined in browsers. */
function readProcess(): Process | undefined {
  const { process } = globalThis as unknown as { process?: Partial<Process> };
  const complete = typeof process?.on === "function" && typeof process.listeners === "function";
  return complete && typeof process.kill === "function" ? (process as Process) : undefined;
}

const page = (): Page | undefined => {
  const { addEventListener, document } = globalThis as Partial<Page>;
  return addEventListener && document ? (globalThis as unknown as Page) : undefined;
};

function setListeners(process: Process | undefined, isOn: boolean): void {
  const [ofProcess, ofPage] = isOn ? (["on", "addEventListener"] as const) : (["off", "removeEventListener"] as const);
  process?.[ofProcess]("beforeExit", onIdle);
  process?.[ofProcess]("exit", onExit);
  page()?.[ofPage]("pagehide", onLeave);
  page()?.[ofPage]("visibilitychange", onVisibility);
}

/** The program has nothing left to do. Comes again when what it begins here has ended, until nothing waits. */
function onIdle(): void {
  for (const buffer of all) if (buffer.pending() > 0) void buffer.drain();
}

function onExit(): void {
  for (const buffer of all) buffer.abandon();
}

function onLeave(): void {
  for (const buffer of all) buffer.hide(true);
}

function onVisibility(): void {
  const hidden = page()?.document?.visibilityState === "hidden";
  for (const buffer of all) buffer.hide(hidden);
}

function join(process: Process, signal: Signal, buffer: Flushable): void {
  let entry = bySignal.get(signal);
  if (!entry) {
    const listener = Object.assign(() => void onSignal(process, signal), { [ours]: true });
    entry = { members: new Set(), listener };
    bySignal.set(signal, entry);
    process.on(signal, listener);
  }
  entry.members.add(buffer);
}

function leave(process: Process, signal: Signal, buffer: Flushable): void {
  const entry = bySignal.get(signal);
  if (!entry?.members.delete(buffer) || entry.members.size > 0) return;
  bySignal.delete(signal);
  process.off(signal, entry.listener);
}

/**
 * A listener keeps a signal from ending the process. If the program has none of its own, ours sends the signal again
 * once it is done, so that the process ends. A second signal meanwhile ends it at once.
 */
async function onSignal(process: Process, signal: Signal): Promise<void> {
  const entry = bySignal.get(signal);
  if (!entry) return;
  const alone = process.listeners(signal).every((listener) => typeof listener === "function" && ours in listener);
  if (alone) {
    bySignal.delete(signal);
    process.off(signal, entry.listener);
  }
  await Promise.all([...entry.members].map((buffer) => buffer.drain()));
  if (alone) process.kill(process.pid, signal);
}
