import { isLoopback } from "../../http/connections/host-check.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { secretProblem } from "./secret-strength.ts";

/** Beyond loopback, ingestion needs a strong key or explicit consent: otherwise anybody can send telemetry. */
export function refuseOpenIngestion(
  config: Pick<Config, "roles" | "ingestHost" | "ingestApiKey" | "ingestOpen">,
): void {
  const { roles, ingestHost, ingestApiKey, ingestOpen } = config;
  if (!roles.includes("ingest") || ingestOpen || isLoopback(ingestHost)) return;
  if (ingestApiKey.length === 0) {
    throw new ConfigError(
      `Ingestion would listen on ${ingestHost} without a key: anybody who reaches it could send telemetry. ` +
        "Set TOCSIN_INGEST_API_KEY, for example to what `openssl rand -hex 32` prints, or TOCSIN_INGEST_OPEN=true to leave it open",
    );
  }
  for (const [index, { key }] of ingestApiKey.entries()) {
    const problem = secretProblem(key);
    if (problem === undefined) continue;
    throw new ConfigError(
      `Ingestion would listen on ${ingestHost} with a weak key: key ${index + 1} of TOCSIN_INGEST_API_KEY ${problem}. ` +
        "Or set TOCSIN_INGEST_OPEN=true if anybody who reaches it may send",
    );
  }
}
