import type { MaintenanceWindow, Tocsin } from "@tocsin/sdk";
import { findById } from "./by-id.ts";

export const findMaintenanceWindow = (client: Tocsin, given: string): Promise<MaintenanceWindow> =>
  findById(given, {
    what: "window",
    list: "maintenance list",
    get: (id) => client.maintenance.get(id),
    newest: () => client.maintenance.listAll({ limit: 500 }),
    nameOf: ({ services, reason, state }) => `${state}, ${services.join(", ")}: ${reason}`,
  });
