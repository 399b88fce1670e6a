import { coerceError } from "../../kernel/errors.ts";

/** The used part of a thread's message port, on either side. */
interface Port {
  postMessage(message: unknown): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

type Message =
  | { readonly method: string; readonly id: number; readonly argument: unknown }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

/** Remote procedure calls between the threads of a process: metrics, readiness, stop. */
export interface Rpc {
  /** Rejects where no answer arrives in time; `hasNoTimeout` waits without a limit. */
  call<Value>(method: string, hasNoTimeout?: boolean, argument?: unknown): Promise<Value>;
}

const TIMEOUT_MS = 8_000;

export function createRpc(port: Port, methods: Readonly<Record<string, (argument: unknown) => Promise<unknown>>>): Rpc {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  const reply = async (method: string, id: number, argument: unknown): Promise<void> => {
    try {
      port.postMessage({ id, value: await methods[method]?.(argument) });
    } catch (error) {
      port.postMessage({ id, error: coerceError(error).message });
    }
  };
  port.on("message", (received) => {
    const message = received as Message;
    if ("method" in message) {
      void reply(message.method, message.id, message.argument);
      return;
    }
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if ("error" in message) pending?.reject(new Error(message.error));
    else pending?.resolve(message.value);
  });
  return {
    call<Value>(method: string, hasNoTimeout = false, argument?: unknown) {
      const id = ++last;
      return new Promise<Value>((resolve, reject) => {
        const timer = hasNoTimeout
          ? undefined
          : setTimeout(() => {
              waiting.delete(id);
              reject(new Error(`A thread did not answer "${method}" within ${TIMEOUT_MS} ms.`));
            }, TIMEOUT_MS);
        const settled =
          <Outcome>(then: (outcome: Outcome) => void) =>
          (outcome: Outcome) => {
            clearTimeout(timer);
            then(outcome);
          };
        waiting.set(id, { resolve: settled(resolve as (value: unknown) => void), reject: settled(reject) });
        port.postMessage({ method, id, argument });
      });
    },
  };
}
