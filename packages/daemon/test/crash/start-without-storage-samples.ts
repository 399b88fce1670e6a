import { freePort } from "../support/server-process.ts";

export interface Ports {
  readonly core: string;
  readonly ingest: string;
  readonly settings: Readonly<Record<string, string>>;
}

export async function fixedPorts(): Promise<Ports> {
  const [corePort, ingestPort] = [await freePort(), await freePort()];
  return {
    core: `http://127.0.0.1:${corePort}`,
    ingest: `http://127.0.0.1:${ingestPort}`,
    settings: { TOCSIN_CORE_PORT: String(corePort), TOCSIN_INGEST_PORT: String(ingestPort) },
  };
}
