import type { DeadLetter, Tocsin } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { findById } from "./by-id.ts";

/** The API has no request for a single dead letter, so it is searched in the list. */
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
