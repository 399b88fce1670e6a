import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import type { Database } from "../../src/store/sql/database.ts";

export const withUnits = (database: Database) => [database, createUnits(database)] as const;
