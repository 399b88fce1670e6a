import { coerceError } from "../../kernel/errors.ts";

/** As much of a thread's port as is needed, from either end of it. */
interface Port {
  postMessage(message: unknown): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

type Message =
  | { readonly ask: string; readonly id: number; readonly given: unknown }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

/** Questions between the threads of a process: what they measure, whether they are ready, that they should stop. */
export interface Rpc {
  /**
   * Rejects where no answer comes in time; with `patient` it waits for as long as it takes. `given` goes along with the
   * question.
   */
  ask<Value>(what: string, patient?: boolean, given?: unknown): Promise<Value>;
}

const ANSWER_MS_MAX = 8_000;

export function createRpc(port: Port, answers: Readonly<Record<string, (given: unknown) => Promise<unknown>>>): Rpc {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  const reply = async (ask: string, id: number, given: unknown): Promise<void> => {
    try {
      port.postMessage({ id, value: await answers[ask]?.(given) });
    } catch (error) {
      port.postMessage({ id, error: coerceError(error).message });
    }
  };
  port.on("message", (received) => {
    const message = received as Message;
    if ("ask" in message) {
      void reply(message.ask, message.id, message.given);
      return;
    }
    const question = waiting.get(message.id);
    waiting.delete(message.id);
    if ("error" in message) question?.reject(new Error(message.error));
    else question?.resolve(message.value);
  });
  return {
    ask<Value>(what: string, patient = false, given?: unknown) {
      const id = ++last;
      return new Promise<Value>((resolve, reject) => {
        const late = patient
          ? undefined
          : setTimeout(() => {
              waiting.delete(id);
              reject(new Error(`A thread gave no answer to "${what}" within ${ANSWER_MS_MAX} ms.`));
            }, ANSWER_MS_MAX);
        const settled =
          <Argument>(then: (argument: Argument) => void) =>
          (argument: Argument) => {
            clearTimeout(late);
            then(argument);
          };
        waiting.set(id, { resolve: settled(resolve as (value: unknown) => void), reject: settled(reject) });
        port.postMessage({ ask: what, id, given });
      });
    },
  };
}
