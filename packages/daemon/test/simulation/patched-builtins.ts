import type { AsyncLocalStorage } from "node:async_hooks";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import type { Context, VirtualTimer } from "./virtual-time.ts";

type Table = Record<string, unknown>;
type Callback = (...args: unknown[]) => void;

/**
 * Puts virtual time, timers and randomness in place of Node's for code that runs in a simulation's context. All other
 * code keeps the real ones. Fake timers of libraries know one clock; simulated processes each have their own, can be
 * paused, and end with their timers. Returns the way back.
 */
export function patchBuiltins(contexts: AsyncLocalStorage<Context>): () => void {
  const undo: (() => void)[] = [];
  const patch = (table: object, name: string, make: (real: (...args: never[]) => unknown) => unknown): void => {
    const real = (table as Table)[name] as (...args: never[]) => unknown;
    const own = Object.hasOwn(table, name);
    Object.defineProperty(table, name, { value: make(real), configurable: true, writable: true });
    undo.push(() => {
      if (own) (table as Table)[name] = real;
      else delete (table as Table)[name];
    });
  };
  patchTimers(patch, contexts);
  patchRandomness(patch, contexts);
  syncBuiltinESMExports();
  return () => {
    for (const each of undo.reverse()) each();
    syncBuiltinESMExports();
  };
}

type Patch = (table: object, name: string, make: (real: (...args: never[]) => unknown) => unknown) => void;
type Real = (...args: unknown[]) => unknown;

function patchTimers(patch: Patch, contexts: AsyncLocalStorage<Context>): void {
  const plan = (context: Context, ms: unknown, run: () => void): VirtualTimer =>
    context.time.plan(Number(ms ?? 0), context.process, run);
  patch(globalThis, "setTimeout", (real) => (callback: Callback, ms?: unknown, ...args: unknown[]) => {
    const context = contexts.getStore();
    return context ? plan(context, ms, () => callback(...args)) : (real as Real)(callback, ms, ...args);
  });
  patch(globalThis, "setImmediate", (real) => (callback: Callback, ...args: unknown[]) => {
    const context = contexts.getStore();
    return context ? plan(context, 0, () => callback(...args)) : (real as Real)(callback, ...args);
  });
  patch(globalThis, "setInterval", (real) => (callback: Callback, ms?: unknown, ...args: unknown[]) => {
    const context = contexts.getStore();
    if (!context) return (real as Real)(callback, ms, ...args);
    const repeat = (): VirtualTimer =>
      plan(context, ms, () => {
        timer = repeat();
        callback(...args);
      });
    let timer = repeat();
    return { cancel: () => timer.cancel() };
  });
  for (const name of ["clearTimeout", "clearInterval", "clearImmediate"])
    patch(globalThis, name, (real) => (timer: unknown) => {
      if (timer && typeof timer === "object" && "cancel" in timer) (timer as VirtualTimer).cancel();
      else (real as Real)(timer);
    });
  const wait = (context: Context, ms: unknown, value: unknown, signal: AbortSignal | undefined): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        timer.cancel();
        reject(new DOMException("The operation was aborted", "AbortError"));
      };
      const timer = plan(context, ms, () => {
        signal?.removeEventListener("abort", abort);
        resolve(value);
      });
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    });
  type Options = { readonly signal?: AbortSignal } | undefined;
  patch(timersPromises, "setTimeout", (real) => (ms?: unknown, value?: unknown, options?: Options) => {
    const context = contexts.getStore();
    return context ? wait(context, ms, value, options?.signal) : (real as Real)(ms, value, options);
  });
  patch(timersPromises, "setImmediate", (real) => (value?: unknown, options?: Options) => {
    const context = contexts.getStore();
    return context ? wait(context, 0, value, options?.signal) : (real as Real)(value, options);
  });
  const offset = ({ process }: Context): number => process?.clockOffset ?? 0;
  patch(Date, "now", (real) => () => {
    const context = contexts.getStore();
    return context ? Math.floor(context.time.now() + offset(context)) : (real as Real)();
  });
  patch(performance, "now", (real) => () => {
    const context = contexts.getStore();
    return context ? context.time.now() : Reflect.apply(real, performance, []);
  });
}

function patchRandomness(patch: Patch, contexts: AsyncLocalStorage<Context>): void {
  const fill = (context: Context, bytes: Uint8Array): Uint8Array => {
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = context.time.random.between(0, 255);
    return bytes;
  };
  patch(Math, "random", (real) => () => {
    const context = contexts.getStore();
    return context ? context.time.random.next() : (real as Real)();
  });
  patch(crypto, "randomFillSync", (real) => (bytes: Uint8Array, ...args: unknown[]) => {
    const context = contexts.getStore();
    return context ? fill(context, bytes) : (real as Real)(bytes, ...args);
  });
  patch(crypto, "randomBytes", (real) => (size: number, ...args: unknown[]) => {
    const context = contexts.getStore();
    return context ? fill(context, Buffer.alloc(size)) : (real as Real)(size, ...args);
  });
  patch(crypto, "randomUUID", (real) => (...args: unknown[]) => {
    const context = contexts.getStore();
    if (!context) return (real as Real)(...args);
    const hex = Buffer.from(fill(context, new Uint8Array(16))).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  });
}
