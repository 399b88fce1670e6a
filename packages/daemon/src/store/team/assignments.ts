import type { AssignmentStore } from "../../incident/assign.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Database } from "../database.ts";
import { changeIncident } from "../incident/changes.ts";
import { findMember } from "./store.ts";

/** Removing a member takes the same lock, so an incident is never given to somebody who is gone. */
export const createAssignmentStore = (database: Database, clock: Clock): AssignmentStore => ({
  assign: (scope, incidentId, memberId, decide) =>
    database.write((transaction) =>
      changeIncident(transaction, scope, incidentId, clock, async (incident) =>
        decide(incident, memberId === null ? null : await findMember(transaction, scope, memberId)),
      ),
    ),
});
