import type { TeamMember, Tocsin } from "@tocsin/sdk";
import { findMember } from "../find/members.ts";
import { changeFlags, usageError } from "../flags/common-flags.ts";
import { memberName } from "../format/team.ts";
import { programs } from "../text/program-names.ts";
import { BaseCommand } from "./base-command.ts";

const onCallText = (isOnCall: boolean): string => (isOnCall ? "on call" : "off call");

/** Puts members of the team on call, or takes them off. */
export abstract class OnCallCommand extends BaseCommand {
  static override description = "Give names, email addresses or ids, or - to read them from stdin.";
  static override flags = changeFlags;

  protected async setOnCall(
    {
      argv,
      flags,
    }: {
      readonly argv: unknown[];
      readonly flags: { readonly profile?: string | undefined; readonly "dry-run": boolean };
    },
    isOnCall: boolean,
  ): Promise<unknown[]> {
    const example = `${programs.cli} team ${isOnCall ? "on" : "off"} ada@example.com`;
    if (argv.length === 0) throw usageError(`Name at least one member, for example: ${example}`);
    const client = await this.client(flags);
    const members = await this.forEachId(
      argv.map(String),
      (given) => this.setOneOnCall(client, given, isOnCall),
      "name",
    );
    this.suggestNext("team on-call");
    return members;
  }

  private async setOneOnCall(client: Tocsin, given: string, isOnCall: boolean): Promise<TeamMember> {
    const before = await findMember(client, given);
    const member = await client.team.setOnCall(before.id, isOnCall);
    this.log(
      before.isOnCall === member.isOnCall
        ? `${memberName(member)} is already ${onCallText(member.isOnCall)}.`
        : `${memberName(member)} ${onCallText(before.isOnCall)} → ${onCallText(member.isOnCall)}`,
    );
    return member;
  }
}
