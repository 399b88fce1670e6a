import { type AssignmentStore, assignIncident } from "../../incident/assign-incident.ts";
import { incidentJson } from "../../incident/incident-json.ts";
import type { Clock } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import { addMember, type TeamMember, type TeamStore } from "../../team/team.ts";
import { created, ok } from "./answers.ts";
import type { Routes } from "./route.ts";

export interface TeamRoutesDeps {
  readonly team: TeamStore;
  readonly assignments: AssignmentStore;
  readonly clock: Clock;
}

/** Contract 4.8. */
export const teamRoutes = ({ team, assignments, clock }: TeamRoutesDeps) =>
  ({
    listTeamMembers: async ({ scope }) => ok((await team.list(scope)).map(present)),
    listOnCall: async ({ scope }) => ok((await team.onCall(scope)).map(present)),
    addTeamMember: async ({ scope, body }) => created(present(await addMember(team, scope, body, clock.now()))),
    setOnCall: async ({ scope, path, body }) => ok(present(await team.setOnCall(scope, path.id, body.isOnCall))),
    removeTeamMember: async ({ scope, path }) => {
      await team.remove(scope, path.id);
      return ok({ deleted: true });
    },
    assignIncident: async ({ scope, path, body }) =>
      ok(incidentJson(await assignIncident(assignments, scope, path.incidentId, body.assigneeId, clock.now()))),
  }) satisfies Partial<Routes>;

const present = ({ organizationId: _organization, ...member }: TeamMember) => formatTimes(member, "createdAt");
