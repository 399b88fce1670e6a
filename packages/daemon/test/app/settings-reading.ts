import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type Config, readConfig } from "../../src/app/config/config.ts";
import { ConfigError } from "../../src/app/config/config-error.ts";
import { temporaryFolder } from "../support/daemon.ts";

/** The stores and helpers of the tests about the settings. */
export function settingsReading() {
  let folder = "";
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (environment: Readonly<Record<string, string>> = {}, file?: string): Config => {
    if (file === undefined) return readConfig({ TOCSIN_DATA_DIR: folder, ...environment });
    writeFileSync(join(folder, "settings.yaml"), file);
    return readConfig({ TOCSIN_DATA_DIR: folder, ...environment }, join(folder, "settings.yaml"));
  };
  function refuses(names: string, ...given: Parameters<typeof read>): void {
    let message = "";
    try {
      read(...given);
    } catch (error) {
      expect(error).to.be.instanceOf(ConfigError);
      message = (error as Error).message;
    }
    expect(message, JSON.stringify(given)).to.contain(names);
    expect(message).to.not.contain("\n");
  }

  const bad: Readonly<Record<string, readonly string[]>> = {
    TOCSIN_CORE_PORT: ["x", "-1", "65536", "1.5", "1e3", " 1", "0x10"],
    TOCSIN_ROLES: ["cook", ",", "core cook"],
    TOCSIN_DATABASE_URL: ["mysql://x", "/var/db", "postgres"],
    TOCSIN_AMQP_URL: ["http://x", "rabbit"],
    TOCSIN_JWKS_URL: ["file:///etc/passwd", "identity"],
    TOCSIN_JWT_SECRET: [
      "short",
      "thirty-one-bytes-4DkGyA2iMq9cXw",
      "changeme".repeat(6),
      "a-secret-in-plain-words-that-is-long-enough",
    ],
    TOCSIN_INGEST_API_KEY: ["@shop", "key@", "key@a b", ",", "key@shop/x"],
    TOCSIN_ORGANIZATIONS: [",", "a b", "a,../b", "x".repeat(65)],
    TOCSIN_QUEUE_BYTES_MAX: ["1", "-5", "10MB"],
    TOCSIN_REMEDIATION_MODE: ["on", "Live"],
    TOCSIN_AUTO_DIAGNOSE: ["yes", "1", "TRUE"],
    TOCSIN_LOG_LEVEL: ["verbose"],
    TOCSIN_SMTP_URL: ["mail.example", "http://mail"],
    TOCSIN_MAIL_FROM: ["tocsin", "a@b.example, c@d.example", "Tocsin <>"],
    TOCSIN_CORS_ORIGINS: ["*", "example.com", "https://a.example/", "https://a.example,ftp://b.example", "null"],
    TOCSIN_STREAM_READERS_PER_TOKEN: ["0"],
    TOCSIN_OUTBOUND_HOSTS: ["host@", "@shop", "host@a b", "a@b@shop", "http://host"],
    TOCSIN_EVENT_RETENTION_DAYS: ["0", "3651"],
    TOCSIN_ARCHIVE_MAX_BYTES: ["1", "-5", "1GB"],
    TOCSIN_DISK_FREE_BYTES_MIN: ["1", "5%"],
  };

  return {
    read,
    refuses,
    bad,
    get folder() {
      return folder;
    },
  };
}
