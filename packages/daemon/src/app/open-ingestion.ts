import { isLoopback } from "../http/connections/host-check.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";

/**
 * An ingestion without a key takes telemetry from whoever reaches it. On the loopback that is this machine; elsewhere
 * somebody has to have said so.
 */
export function refuseOpenIngestion(
  config: Pick<Config, "roles" | "ingestHost" | "ingestApiKey" | "ingestOpen">,
): void {
  const { roles, ingestHost, ingestApiKey, ingestOpen } = config;
  if (!roles.includes("ingest") || ingestApiKey.length > 0 || ingestOpen || isLoopback(ingestHost)) return;
  throw new ConfigError(
    `Ingestion would listen on ${ingestHost} without a key: whoever reaches it could send telemetry. ` +
      "Set TOCSIN_INGEST_API_KEY, for example to what `openssl rand -hex 32` prints, or TOCSIN_INGEST_OPEN=true to leave it open",
  );
}
