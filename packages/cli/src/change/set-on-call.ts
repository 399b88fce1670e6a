import type { TeamMember, Tocsin } from "@tocsin/sdk";
import { findMember } from "../find/member.ts";
import { memberName } from "../format/team.ts";

const onCallText = (isOnCall: boolean): string => (isOnCall ? "on call" : "off call");

/** Puts a member on call or takes them off; `tell` hears what changed. */
export async function setOnCall(
  client: Tocsin,
  given: string,
  isOnCall: boolean,
  tell: (change: string) => void,
): Promise<TeamMember> {
  const before = await findMember(client, given);
  const member = await client.team.setOnCall(before.id, isOnCall);
  const name = memberName(member);
  tell(
    before.isOnCall === member.isOnCall
      ? `${name} is ${onCallText(member.isOnCall)} already.`
      : `${name} ${onCallText(before.isOnCall)} → ${onCallText(member.isOnCall)}`,
  );
  return member;
}
