import { Flags } from "@oclif/core";
import type { SendOptions } from "@tocsin/sdk";
import { changeFlags, time } from "./common-flags.ts";

/** Flags of commands that send one event. */
export const sendFlags = {
  at: time({ description: "Time of the event; by default now." }),
  organization: Flags.string({
    description: "Organization of the event; by default that of your key, otherwise that of your token.",
    env: "TOCSIN_ORGANIZATION",
  }),
  "idempotency-key": Flags.string({
    description:
      "The server accepts events with the same key once within 24 hours; by default every event has its own key.",
  }),
  ...changeFlags,
};

export const sendOptions = (flags: {
  readonly organization?: string | undefined;
  readonly "idempotency-key"?: string | undefined;
}): SendOptions => ({ organizationId: flags.organization, idempotencyKey: flags["idempotency-key"] });
