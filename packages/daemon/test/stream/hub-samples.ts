import type { StreamReader } from "../../src/stream/hub.ts";

export const time = { now: 0 };
export const scope = { organizationId: "shop", actor: "ada", permissions: [] };
export const readerOf = (sink: StreamReader["sink"], more: Partial<StreamReader> = {}): StreamReader => ({
  scope,
  token: "t",
  openedAt: time.now,
  expiresAt: Number.MAX_SAFE_INTEGER,
  isRevoked: () => false,
  lastEventId: undefined,
  sink,
  ...more,
});
