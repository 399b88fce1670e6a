import { findMember } from "../find/members.ts";
import { changeFlags, usageError } from "../flags/common-flags.ts";
import { memberName } from "../format/team.ts";
import { type CommandClass, defineCommand } from "./define-command.ts";

const onCallText = (isOnCall: boolean): string => (isOnCall ? "on call" : "off call");

/** A command that puts members of the team on call, or takes them off. */
export function defineOnCall(isOnCall: boolean, summary: string): CommandClass {
  const words = `team ${isOnCall ? "on" : "off"}`;
  return defineCommand({
    summary,
    description: "Give names, email addresses or ids, or - to read them from stdin.",
    usage: `${words} MEMBER…`,
    examples: [`tocsin ${words} ada@example.com`, `tocsin ${words} "Grace Hopper" 019353e1`],
    strict: false,
    flags: changeFlags,
    async run({ argv, flags }) {
      if (argv.length === 0) throw usageError("Name at least one member", `${words} ada@example.com`);
      const client = await this.client(flags);
      const change = async (given: string) => {
        const before = await findMember(client, given);
        const member = await client.team.setOnCall(before.id, isOnCall);
        const [was, is] = [onCallText(before.isOnCall), onCallText(member.isOnCall)];
        this.log(`${memberName(member)} ${was === is ? `is already ${is}.` : `${was} → ${is}`}`);
        return member;
      };
      const members = await this.forEachId(argv, change, "name");
      this.suggestNext("team on-call");
      return members;
    },
  });
}
