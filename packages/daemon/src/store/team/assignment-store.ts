import type { AssignmentStore } from "../../incident/assign.ts";
import type { Clock } from "../../kernel/clock.ts";
import { changeIncident } from "../incidents/change-incident.ts";
import type { Database } from "../sql/database.ts";
import { findMember } from "./team-store.ts";

/** Removing a member takes the same lock, so an incident is never given to somebody who is gone. */
export const createAssignmentStore = (database: Database, clock: Clock): AssignmentStore => ({
  assign: (scope, incidentId, memberId, decide) =>
    database.write((transaction) =>
      changeIncident(transaction, scope, incidentId, clock, async (incident) =>
        decide(incident, memberId === null ? null : await findMember(transaction, scope, memberId)),
      ),
    ),
});
