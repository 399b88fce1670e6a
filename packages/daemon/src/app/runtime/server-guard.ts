import type { GuardOptions } from "../../http/connections/guarded-server.ts";
import { createHostCheck } from "../../http/connections/host-check.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { Config } from "../config/config.ts";
import { settings } from "../config/settings.ts";

type Name = "core" | "ingest";

/** Bounds of the server of an interface. Each interface has its own connections, so that neither starves the other. */
export function serverGuardOf(name: Name, config: Config, logger: Logger): GuardOptions {
  return {
    checkHost: createHostCheck({ listenHost: config[`${name}Host`], publicUrl: config.publicUrl }),
    connectionsMax: config[`${name}ConnectionsMax`],
    connectionsSetting: settings[`${name}ConnectionsMax`].env,
    logger,
  };
}
