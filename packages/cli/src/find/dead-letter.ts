import type { DeadLetter, Tocsin } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { findById } from "./by-id.ts";

/** The dead letter of an id, or of the only id that begins so. The interface has lists of them alone. */
export const findDeadLetter = (client: Tocsin, given: string): Promise<DeadLetter> =>
  findById(given, {
    what: "dead letter",
    list: "dead-letter list",
    get: async (id) => {
      for await (const letter of deadLetters(client)) if (letter.id === id.toLowerCase()) return letter;
      throw new Failure(`There is no dead letter ${id}.`, exitCodes.notFound);
    },
    newest: () => deadLetters(client),
    nameOf: ({ reason }) => reason,
  });

export const deadLetters = (client: Tocsin) => client.events.allDeadLetters({ limit: 500 });
