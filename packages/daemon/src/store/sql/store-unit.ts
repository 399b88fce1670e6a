import type { EntityManager } from "typeorm";
import type { IncidentUnitOfWork, UnitsOfWork } from "../../incident/unit-of-work.ts";

/** A unit of work as the stores of other owners use it: for the incident's timeline, beside their own rows. */
export interface StoreUnit extends IncidentUnitOfWork {
  readonly transaction: EntityManager;
}

export type StoreUnits = UnitsOfWork<StoreUnit>;
