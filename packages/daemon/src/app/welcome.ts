import { resolve } from "node:path";
import type { Config } from "./config/config.ts";
import { settings } from "./config/settings.ts";
import type { Daemon } from "./daemon.ts";

/** A checkout runs the programs by npx; an installation has them on the PATH. */
const prefix = import.meta.url.includes("/node_modules/") ? "" : "npx ";

/** The addresses and the next commands for a user at a terminal, with more of them at the first start. */
export function welcome(config: Config, { addresses }: Pick<Daemon, "addresses">, startMs: number): string {
  const { core, ingest } = addresses;
  const lines = [
    `Tocsin is up (${startMs} ms).`,
    ...(core ? [`  API and stream  ${core}   documentation: ${core}/api`] : []),
    ...(ingest ? [`  ingestion       ${ingest}   documentation: ${ingest}/api`] : []),
    `  data            ${config.dataDir}`,
    ...(core ? nextSteps(config, core, ingest) : []),
  ];
  return `${lines.join("\n")}\n`;
}

function nextSteps(config: Config, core: string, ingest: string | undefined): string[] {
  const isFirst = config.firstStart && ingest !== undefined;
  return [
    "",
    `Next, in another terminal${prefix ? ", in the same folder" : ""}:`,
    ...environmentFor(config, core, ingest).map((line) => `  export ${line}`),
    ...login(config),
    isFirst
      ? `  ${prefix}tocsin                     # the board: watch incidents appear`
      : `  ${prefix}tocsin incidents           # what there is; all commands: ${prefix}tocsin help`,
    ...(isFirst
      ? [
          "and in a third one:",
          `  curl -s ${ingest}/events/logs -H 'content-type: application/json' \\`,
          `    -H 'x-organization-id: shop' \\`,
          `    -d '{"service":"checkout-api","level":"fatal","message":"out of memory"}'`,
        ]
      : []),
  ];
}

/** The command that stores a token for all terminals. */
function login(config: Config): string[] {
  return config.jwksUrl
    ? [`  ${prefix}tocsin login < FILE        # with a token of your identity provider: ${config.jwksUrl}`]
    : [`  ${prefix}tocsind token --organization shop --subject me | ${prefix}tocsin login`];
}

/** Environment variables that another terminal needs, where settings differ from the defaults. */
function environmentFor(config: Config, core: string, ingest: string | undefined): string[] {
  const isDefault =
    config.corePort === settings.corePort.fallback && config.ingestPort === settings.ingestPort.fallback;
  return [
    ...(config.dataDirGiven ? [`TOCSIN_DATA_DIR=${quoted(resolve(config.dataDir))}`] : []),
    ...(isDefault ? [] : [`TOCSIN_URL=${core}${ingest === undefined ? "" : ` TOCSIN_INGEST_URL=${ingest}`}`]),
  ];
}

/** Quotes a text as one word of a shell. */
const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
