import type { Incident, Tocsin } from "@tocsin/sdk";
import { findById } from "./by-id.ts";

/** The incident of an id, or of the only id that begins with the given characters. */
export const findIncident = (client: Tocsin, given: string): Promise<Incident> =>
  findById(given, {
    what: "incident",
    list: "incidents",
    get: (id) => client.incidents.get(id),
    newest: () => client.incidents.listAll({ limit: 500 }),
    nameOf: ({ title }) => title,
  });
