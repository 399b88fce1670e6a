import { expect } from "chai";
import { ConfigError } from "../../src/app/config/config-error.ts";
import { refuseOpenIngestion } from "../../src/app/config/refuse-open-ingestion.ts";

const open = {
  roles: ["ingest", "core", "worker"] as const,
  ingestHost: "0.0.0.0",
  ingestApiKey: [],
  ingestOpen: false,
};
const key = { key: "c1f09d2e7b6a58430fe1dc2b9a876543e0d1f2c3b4a59687788695a4b3c2d1e0", organizationId: undefined };
const weak = { key: "k", organizationId: "shop" };

describe("an ingestion without a good key", () => {
  it("is refused without one on every address but the loopback, with both ways out in the message", () => {
    for (const ingestHost of ["0.0.0.0", "::", "[::]", "10.1.2.3", "::ffff:10.1.2.3", "tocsin.example.com", "*"]) {
      expect(() => refuseOpenIngestion({ ...open, ingestHost }), ingestHost)
        .to.throw(ConfigError)
        .with.property("message")
        .that.contains(ingestHost)
        .and.contains("TOCSIN_INGEST_API_KEY")
        .and.contains("TOCSIN_INGEST_OPEN=true");
    }
  });

  it("may listen on the loopback without one, however it is written", () => {
    for (const ingestHost of ["127.0.0.1", "127.1.2.3", "::1", "[::1]", "::ffff:127.0.0.1", "localhost", "LOCALHOST"]) {
      refuseOpenIngestion({ ...open, ingestHost });
    }
  });

  it("is refused with a key that is short or can be guessed, which the message counts and doesn't show", () => {
    for (const guessable of ["k", "qwertyuiopasdfghjklzxcvbnm1234567890"]) {
      const ingestApiKey = [key, { ...weak, key: guessable }];
      expect(() => refuseOpenIngestion({ ...open, ingestApiKey }))
        .to.throw(ConfigError, "key 2 of TOCSIN_INGEST_API_KEY")
        .with.property("message")
        .that.contains("openssl rand")
        .and.contains("TOCSIN_INGEST_OPEN=true")
        .and.not.contains("qwertyuiop");
    }
  });

  it("may have any key on the loopback, and where the setting says that it is open", () => {
    refuseOpenIngestion({ ...open, ingestHost: "127.0.0.1", ingestApiKey: [weak] });
    refuseOpenIngestion({ ...open, ingestOpen: true, ingestApiKey: [weak] });
  });

  it("may listen anywhere with one, where the setting says so, and where the process takes no telemetry", () => {
    refuseOpenIngestion({ ...open, ingestApiKey: [key] });
    refuseOpenIngestion({ ...open, ingestOpen: true });
    refuseOpenIngestion({ ...open, roles: ["core", "worker"] });
  });
});
