import { Flags } from "@oclif/core";
import type { SendOptions } from "@tocsin/sdk";
import { changeFlags, time } from "./common-flags.ts";

/** Of commands that send one event. */
export const sendFlags = {
  at: time({ description: "When it happened; now where left out." }),
  organization: Flags.string({
    description: "Organization that it belongs to; by default the one of your key, else of your token.",
    env: "TOCSIN_ORGANIZATION",
  }),
  "idempotency-key": Flags.string({
    description: "What has the same key within 24 hours is taken in once; a key of its own where left out.",
  }),
  ...changeFlags,
};

/** How an event is sent. */
export const sendOptions = (flags: {
  readonly organization?: string | undefined;
  readonly "idempotency-key"?: string | undefined;
}): SendOptions => ({ organizationId: flags.organization, idempotencyKey: flags["idempotency-key"] });
