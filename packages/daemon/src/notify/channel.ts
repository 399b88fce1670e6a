import type { Sealing } from "../kernel/sealing.ts";
import type { NotificationFilter } from "./event.ts";

export const channelKinds = ["webhook", "slack", "email", "github", "jira"] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** Validated settings with defaults filled in. Addresses contain neither user nor password. */
export interface ChannelSettingsByKind {
  readonly webhook: { readonly url: string };
  readonly slack: { readonly url: string };
  readonly email: { readonly recipients: readonly string[] };
  readonly github: { readonly repository: string; readonly labels: readonly string[]; readonly apiUrl: string };
  readonly jira: {
    readonly baseUrl: string;
    readonly project: string;
    readonly issueType: string;
    /** Account of the token; null for a personal access token (Data Center). */
    readonly email: string | null;
    readonly closeTransition: string;
  };
}

/** Stored encrypted, and never shown or logged. */
export interface ChannelSecrets {
  /** Signing key of a webhook, or token of a ticket system; null if the kind has none. */
  readonly secret: string | null;
  readonly url: string | null;
}

/** Kinds that keep one ticket per incident. Their notifications are never bundled. */
const TICKETS: Readonly<Record<ChannelKind, boolean>> = {
  webhook: false,
  slack: false,
  email: false,
  github: true,
  jira: true,
};
export const keepsTickets = (kind: ChannelKind): boolean => TICKETS[kind];

export interface NotificationChannel extends NotificationFilter {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly enabled: boolean;
  /** A secret address is shown by its scheme and host only. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** `ChannelSecrets`, encrypted. */
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

/** A channel with its secrets in clear. Never log it. */
export type OpenChannel = {
  readonly [Kind in ChannelKind]: Named & {
    readonly kind: Kind;
    readonly settings: ChannelSettingsByKind[Kind];
    readonly secret: string | null;
  };
}[ChannelKind];

export type OpenChannelOf<Kind extends ChannelKind> = Extract<OpenChannel, { readonly kind: Kind }>;

/** Shown if the secrets were encrypted with another key. */
export const UNREADABLE =
  "The channel's secrets were sealed with another secret key than the one that is configured now. Give its settings and its secret anew, or set TOCSIN_SECRET_KEY back.";

/** Encryption context: secrets of one channel can't be decrypted for another. */
export const sealingContextOf = ({ organizationId, id }: Pick<NotificationChannel, "organizationId" | "id">): string =>
  `${organizationId} ${id}`;

/** Undefined if decryption fails. */
export function unsealSecrets(sealing: Sealing, channel: NotificationChannel): ChannelSecrets | undefined {
  const text = sealing.open(channel.sealed, sealingContextOf(channel));
  return text === undefined ? undefined : (JSON.parse(text) as ChannelSecrets);
}

/** Undefined if decryption fails. */
export function openChannel(sealing: Sealing, channel: NotificationChannel): OpenChannel | undefined {
  const secrets = unsealSecrets(sealing, channel);
  if (!secrets) return undefined;
  const { id, organizationId, name, kind } = channel;
  const settings = secrets.url === null ? channel.settings : { ...channel.settings, url: secrets.url };
  // The settings were validated when they were stored.
  return { id, organizationId, name, kind, settings, secret: secrets.secret } as OpenChannel;
}
