import type { TeamMemberCreate } from "../generated/types.gen.ts";
import { type CallOptions, data, type Port } from "../transport/port.ts";

/** The people who are on call. */
export function createTeam({ api, with: how }: Port) {
  return {
    /**
     * All members.
     * @example
     * for (const { id, name, isOnCall } of await tocsin.team.list()) console.log(id, name, isOnCall);
     */
    list: (options?: CallOptions) => data(api.listTeamMembers({ ...how(options) })),
    /**
     * Those who are on call now.
     * @example
     * console.log((await tocsin.team.onCall()).map(({ name }) => name));
     */
    onCall: (options?: CallOptions) => data(api.listOnCall({ ...how(options) })),
    /**
     * Adds a member and answers it.
     * @throws ConflictError where the email address is taken.
     * @example
     * const member = await tocsin.team.add({ name: "Ada Lovelace", email: "ada@example.com", role: "engineer" });
     * console.log(member.id);
     */
    add: (member: TeamMemberCreate, options?: CallOptions) =>
      data(api.addTeamMember({ body: member, ...how(options) })),
    /**
     * Removes a member.
     * @example
     * await tocsin.team.remove("019353e1-7c1a-7000-8000-1b2c3d4e5f60");
     */
    remove: (id: string, options?: CallOptions) => data(api.removeTeamMember({ path: { id }, ...how(options) })),
    /**
     * Puts a member on call, or takes the member off.
     * @example
     * await tocsin.team.setOnCall("019353e1-7c1a-7000-8000-1b2c3d4e5f60", true);
     */
    setOnCall: (id: string, isOnCall: boolean, options?: CallOptions) =>
      data(api.setOnCall({ path: { id }, body: { isOnCall }, ...how(options) })),
    /**
     * Gives an incident to a member, or to nobody with null. Answers the incident.
     * @example
     * const incident = await tocsin.team.assign("019353e1-7c1a-7000-8000-1b2c3d4e5f60", "019353e2-11d0-7000-8000-0a1b2c3d4e5f");
     * console.log(incident.assigneeId);
     */
    assign: (incidentId: string, assigneeId: string | null, options?: CallOptions) =>
      data(api.assignIncident({ path: { incidentId }, body: { assigneeId }, ...how(options) })),
  };
}
