import type { Sealing } from "../kernel/sealing.ts";
import type { ChannelSecrets, NotificationChannel, OpenChannel } from "./channel.ts";

/** What people read where a secret was sealed with another key. */
export const UNREADABLE =
  "The channel's secrets were sealed with another secret key than the one that is configured now. Give its settings and its secret anew, or set TOCSIN_SECRET_KEY back.";

/** What a secret is bound to: sealed for one channel it opens for no other. */
export const sealingContextOf = ({ organizationId, id }: Pick<NotificationChannel, "organizationId" | "id">): string =>
  `${organizationId} ${id}`;

/** Undefined where they can't be opened. */
export function unsealSecrets(sealing: Sealing, channel: NotificationChannel): ChannelSecrets | undefined {
  const text = sealing.open(channel.sealed, sealingContextOf(channel));
  return text === undefined ? undefined : (JSON.parse(text) as ChannelSecrets);
}

/** The channel with its secrets; undefined where they can't be opened. */
export function openChannel(sealing: Sealing, channel: NotificationChannel): OpenChannel | undefined {
  const secrets = unsealSecrets(sealing, channel);
  if (!secrets) return undefined;
  const { id, organizationId, name, kind } = channel;
  const settings = secrets.url === null ? channel.settings : { ...channel.settings, url: secrets.url };
  // They were checked by the rules of the kind when they were stored.
  return { id, organizationId, name, kind, settings, secret: secrets.secret } as OpenChannel;
}
