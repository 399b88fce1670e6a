import type { Sealing } from "../kernel/sealing.ts";
import type { NotificationFilter } from "./event.ts";

export const channelKinds = ["webhook", "slack", "email", "github", "jira"] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** Settings as a sender needs them: checked, with what was left out filled in. Addresses hold no user and no password. */
export interface ChannelSettingsByKind {
  readonly webhook: { readonly url: string };
  readonly slack: { readonly url: string };
  readonly email: { readonly recipients: readonly string[] };
  readonly github: { readonly repository: string; readonly labels: readonly string[]; readonly apiUrl: string };
  readonly jira: {
    readonly baseUrl: string;
    readonly project: string;
    readonly issueType: string;
    /** Account that the token belongs to; null where the token stands for itself (Data Center). */
    readonly email: string | null;
    readonly closeTransition: string;
  };
}

/** What of a channel's settings is a secret: sealed, never answered, logged or stored in clear. */
export interface ChannelSecrets {
  /** Key that a webhook is signed with, or token of a ticket system; null where the kind has none. */
  readonly secret: string | null;
  /** Of the kinds whose address lets whoever knows it post. */
  readonly url: string | null;
}

/** Kinds that keep a ticket for each incident; each of their notifications is a message of its own. */
export const keepsTickets = (kind: ChannelKind): boolean => kind === "github" || kind === "jira";

/** A channel as it is stored. */
export interface NotificationChannel extends NotificationFilter {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly enabled: boolean;
  /** As they are answered: of an address that is a secret, scheme and host alone. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** `ChannelSecrets`, sealed. */
  readonly sealed: string;
  readonly secretSet: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface Named {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

/** A channel to send through, with its secrets: for senders alone, never to be logged. */
export type OpenChannel = {
  readonly [Kind in ChannelKind]: Named & {
    readonly kind: Kind;
    readonly settings: ChannelSettingsByKind[Kind];
    readonly secret: string | null;
  };
}[ChannelKind];

/** One of a certain kind. */
export type OpenChannelOf<Kind extends ChannelKind> = Extract<OpenChannel, { readonly kind: Kind }>;

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
