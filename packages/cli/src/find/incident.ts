import type { Incident, Tocsin } from "@tocsin/sdk";
import { findById } from "./by-id.ts";

export const findIncident = (client: Tocsin, given: string): Promise<Incident> =>
  findById(given, {
    what: "incident",
    list: "incidents",
    get: (id) => client.incidents.get(id),
    newest: () => client.incidents.listAll({ limit: 500 }),
    nameOf: ({ title }) => title,
  });
