import { Args, Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { changeFlags } from "../../flags/common-flags.ts";
import { memberName } from "../../format/team.ts";

export default defineCommand({
  summary: "Add a member to the team.",
  description:
    "New members are not on call: use team on. Members whose role or name matches a service's owner are suggested for the escalation of its incidents.",
  examples: [
    'tocsin team add "Ada Lovelace" --email ada@example.com',
    'tocsin team add "Grace Hopper" --email grace@example.com --role "payments lead"',
  ],
  args: { name: Args.string({ description: "Name of the member.", required: true }) },
  flags: {
    email: Flags.string({ description: "Email address, unique in the team.", required: true }),
    role: Flags.string({ description: "Role, such as the member's team." }),
    avatar: Flags.string({ description: "Address of an image.", helpValue: "<url>" }),
    ...changeFlags,
  },
  async request({ client, args, flags }) {
    const member = await client.team.add({
      name: args.name,
      email: flags.email,
      ...(flags.role !== undefined && { role: flags.role }),
      ...(flags.avatar !== undefined && { avatarUrl: flags.avatar }),
    });
    const short = member.id.slice(0, 8);
    this.log(`${short} ${memberName(member)} was added to the team.`);
    this.suggestNext(`team on ${short}`);
    return member;
  },
});
