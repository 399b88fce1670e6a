import { expect } from "chai";
import { ConfigError } from "../../src/app/config-error.ts";
import { refuseOpenIngestion } from "../../src/app/open-ingestion.ts";

const open = {
  roles: ["ingest", "core", "worker"] as const,
  ingestHost: "0.0.0.0",
  ingestApiKey: [],
  ingestOpen: false,
};
const key = { key: "key", organizationId: undefined };

describe("an ingestion without a key", () => {
  it("is refused on every address but the loopback, with both ways out in the message", () => {
    for (const ingestHost of ["0.0.0.0", "::", "[::]", "10.1.2.3", "::ffff:10.1.2.3", "tocsin.example.com", "*"]) {
      expect(() => refuseOpenIngestion({ ...open, ingestHost }), ingestHost)
        .to.throw(ConfigError)
        .with.property("message")
        .that.contains(ingestHost)
        .and.contains("TOCSIN_INGEST_API_KEY")
        .and.contains("TOCSIN_INGEST_OPEN=true");
    }
  });

  it("may listen on the loopback, however it is written", () => {
    for (const ingestHost of ["127.0.0.1", "127.1.2.3", "::1", "[::1]", "::ffff:127.0.0.1", "localhost", "LOCALHOST"]) {
      refuseOpenIngestion({ ...open, ingestHost });
    }
  });

  it("may listen anywhere with a key, where the setting says so, and where the process takes no telemetry", () => {
    refuseOpenIngestion({ ...open, ingestApiKey: [key] });
    refuseOpenIngestion({ ...open, ingestOpen: true });
    refuseOpenIngestion({ ...open, roles: ["core", "worker"] });
  });
});
