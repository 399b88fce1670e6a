import { randomBytes } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import { invalidRequest } from "../kernel/errors.ts";
import { randomId, uuidv7 } from "../kernel/ids.ts";
import { toSingleLine } from "../kernel/single-line.ts";
import type { Severity } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";
import { type ChannelKind, type NotificationChannel, sealingContextOf, UNREADABLE, unsealSecrets } from "./channel.ts";
import { type AddressProblem, checkSettings, type GivenSettings, hasSecretAddress } from "./channel-settings.ts";
import type { ChannelStore, KnownChannel } from "./channel-store.ts";
import type { NotificationEvent } from "./event.ts";
import type { SendOutcome } from "./message.ts";
import { CIRCUIT_FAILURES } from "./outbox.ts";
import { type SendDeps, sendOnce } from "./send-once.ts";

export interface ManageDeps extends SendDeps {
  readonly channels: ChannelStore;
  readonly addressProblem: AddressProblem;
  readonly clock: Clock;
}

export interface NewChannel {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly enabled?: boolean | undefined;
  readonly events?: readonly NotificationEvent[] | undefined;
  readonly minSeverity?: Severity | null | undefined;
  readonly services?: readonly string[] | undefined;
  readonly settings: GivenSettings;
  readonly secret?: string | undefined;
}

/** Omitted fields stay; settings are replaced as a whole. */
export type ChannelChange = Partial<Omit<NewChannel, "kind">>;

const MADE_SECRET_BYTES = 32;

/** `secret` is a generated one, shown only here; null if none was generated. Throws like the store, and `invalid`. */
export async function addChannel(
  { channels, sealing, addressProblem, clock }: ManageDeps,
  scope: Scope,
  given: NewChannel,
): Promise<KnownChannel & { readonly secret: string | null }> {
  const { organizationId } = scope;
  const { name, kind, enabled = true, events = [], minSeverity = null, services = [] } = given;
  const made = given.secret === undefined && kind === "webhook" ? madeSecret() : null;
  const { settings, secrets } = checkSettings(
    { organizationId, kind },
    given.settings,
    made ?? given.secret ?? null,
    addressProblem,
  );
  const now = clock.now();
  const id = randomId();
  const filter = { events: unique(events), minSeverity, services: unique(services) };
  const known = await channels.add(scope, {
    ...{ id, organizationId, name: nameOf(name), kind, enabled, ...filter, settings },
    sealed: sealing.seal(JSON.stringify(secrets), sealingContextOf({ organizationId, id })),
    secretSet: secrets.secret !== null || secrets.url !== null,
    createdAt: now,
    updatedAt: now,
  });
  return { ...known, secret: made };
}

function nameOf(text: string): string {
  const name = toSingleLine(text);
  if (name === "") throw invalidRequest([{ path: "/name", message: "must not be blank" }]);
  return name;
}

const madeSecret = (): string => randomBytes(MADE_SECRET_BYTES).toString("base64url");
const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** Enabling or repairing a channel closes its circuit. Throws like the store, and `invalid`. */
export function changeChannel(
  deps: ManageDeps,
  scope: Scope,
  id: string,
  change: ChannelChange,
): Promise<KnownChannel> {
  const now = deps.clock.now();
  const { name, enabled, events, minSeverity, services, settings, secret } = change;
  const decide = (channel: NotificationChannel) => ({
    channel: {
      ...channel,
      ...(name === undefined ? {} : { name: nameOf(name) }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(events === undefined ? {} : { events: unique(events) }),
      ...(minSeverity === undefined ? {} : { minSeverity }),
      ...(services === undefined ? {} : { services: unique(services) }),
      ...(settings === undefined && secret === undefined ? {} : changedSettings(deps, channel, settings, secret)),
      updatedAt: now,
    },
    revive: enabled === true || settings !== undefined || secret !== undefined,
  });
  return deps.channels.change(scope, id, decide, now);
}

/** Omitted parts keep their encrypted values; unreadable ones must be given again. */
function changedSettings(
  { sealing, addressProblem }: ManageDeps,
  channel: NotificationChannel,
  settings: GivenSettings | undefined,
  secret: string | undefined,
): Pick<NotificationChannel, "settings" | "sealed" | "secretSet"> {
  const kept = unsealSecrets(sealing, channel);
  if (settings === undefined && !kept && hasSecretAddress(channel.kind)) throw invalidRequest([ADDRESS_LOST]);
  const given = settings ?? { ...withoutNulls(channel.settings), ...(kept?.url ? { url: kept.url } : {}) };
  const checked = checkSettings(channel, given, secret ?? kept?.secret ?? null, addressProblem);
  if (secret === undefined && tokenGoesTo(checked.settings) !== tokenGoesTo(channel.settings)) {
    throw invalidRequest([TOKEN_LEAVES]);
  }
  return {
    settings: checked.settings,
    sealed: sealing.seal(JSON.stringify(checked.secrets), sealingContextOf(channel)),
    secretSet: checked.secrets.secret !== null || checked.secrets.url !== null,
  };
}

/** Otherwise somebody who may change a channel could send its token to an own address and read it. */
const TOKEN_LEAVES = {
  path: "/secret",
  message: "must be given again, since the settings send the token to another address than before",
};

/** Where a token is sent. Signing keys of webhooks are never sent. */
const tokenGoesTo = ({ apiUrl, baseUrl }: GivenSettings): unknown => apiUrl ?? baseUrl;

const ADDRESS_LOST = { path: "/settings/url", message: "must be given again: the one that is kept can't be opened" };

/** Stored settings hold null for omitted fields. */
const withoutNulls = (settings: GivenSettings): GivenSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

/** Sends one test message, even if the channel is disabled, and stores nothing. Throws `not_found`. */
export async function testChannel(deps: ManageDeps, scope: Scope, id: string): Promise<SendOutcome> {
  const { channel } = await deps.channels.get(scope, id);
  const at = deps.clock.now();
  const { organizationId, actor } = scope;
  return sendOnce(deps, { test: true, id: uuidv7(at), organizationId, actor, at }, channel);
}

export type ChannelState = "ok" | "failing" | "open";

/** Also detects unreadable secrets before the first attempt. */
export function channelStateOf(
  { sealing, clock }: Pick<ManageDeps, "sealing" | "clock">,
  { channel, health }: KnownChannel,
): { readonly state: ChannelState; readonly lastError: string | null; readonly nextTryAt: number | null } {
  const { consecutiveFailures, pausedUntil } = health;
  const lost = unsealSecrets(sealing, channel) === undefined;
  const lastError = lost ? UNREADABLE : health.lastError;
  if (consecutiveFailures < CIRCUIT_FAILURES) {
    return { state: lost || consecutiveFailures > 0 ? "failing" : "ok", lastError, nextTryAt: null };
  }
  return { state: "open", lastError, nextTryAt: Math.max(pausedUntil ?? 0, clock.now()) };
}
