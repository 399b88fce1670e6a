import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type { TeamMemberCreate } from "../generated/core/types.gen.ts";
import { type CallOptions, data, type Port } from "../transport/port.ts";

/** The people who are on call. */
export function createTeam({ api, with: how }: Port<CoreApi>) {
  return {
    /** All members. */
    list: (options?: CallOptions) => data(api.listTeamMembers({ ...how(options) })),
    /** Those who are on call now. */
    onCall: (options?: CallOptions) => data(api.listOnCall({ ...how(options) })),
    /** Adds a member and answers it. @throws ConflictError where the email address is taken. */
    add: (member: TeamMemberCreate, options?: CallOptions) =>
      data(api.addTeamMember({ body: member, ...how(options) })),
    /** Removes a member. */
    remove: (id: string, options?: CallOptions) => data(api.removeTeamMember({ path: { id }, ...how(options) })),
    /** Puts a member on call, or takes the member off. */
    setOnCall: (id: string, isOnCall: boolean, options?: CallOptions) =>
      data(api.setOnCall({ path: { id }, body: { isOnCall }, ...how(options) })),
    /** Gives an incident to a member, or to nobody with null. Answers the incident. */
    assign: (incidentId: string, assigneeId: string | null, options?: CallOptions) =>
      data(api.assignIncident({ path: { incidentId }, body: { assigneeId }, ...how(options) })),
  };
}
