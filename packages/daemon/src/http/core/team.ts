import { type AssignmentStore, assignIncident } from "../../incident/assign.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
import { addMember, type TeamMember, type TeamStore } from "../../team/team.ts";
import { presentIncident } from "./present-incident.ts";
import type { Routes } from "./route.ts";

export interface TeamRoutesDeps {
  readonly team: TeamStore;
  readonly assignments: AssignmentStore;
  readonly clock: Clock;
}

/** Contract 4.8. */
export const teamRoutes = ({ team, assignments, clock }: TeamRoutesDeps) =>
  ({
    listTeamMembers: async ({ scope }) => ({ status: 200, body: (await team.list(scope)).map(present) }),
    listOnCall: async ({ scope }) => ({ status: 200, body: (await team.onCall(scope)).map(present) }),
    addTeamMember: async ({ scope, body }) => ({
      status: 201,
      body: present(await addMember(team, scope, body, clock.now())),
    }),
    setOnCall: async ({ scope, path, body }) => ({
      status: 200,
      body: present(await team.setOnCall(scope, path.id, body.isOnCall)),
    }),
    removeTeamMember: async ({ scope, path }) => {
      await team.remove(scope, path.id);
      return { status: 200, body: { deleted: true } };
    },
    assignIncident: async ({ scope, path, body }) => {
      const incident = await assignIncident(assignments, scope, path.incidentId, body.assigneeId, clock.now());
      return { status: 200, body: presentIncident(incident) };
    },
  }) satisfies Partial<Routes>;

const present = ({ organizationId: _organization, createdAt, ...member }: TeamMember) => ({
  ...member,
  createdAt: toIso(createdAt),
});
