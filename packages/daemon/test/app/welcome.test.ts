import { expect } from "chai";
import { readConfig } from "../../src/app/config/config.ts";
import { welcome } from "../../src/app/welcome.ts";
import { temporaryFolder } from "../support/daemon.ts";

const addresses = { core: "http://127.0.0.1:7070", ingest: "http://127.0.0.1:7071" };
const login = "npx tocsind token --organization shop --subject me | npx tocsin login";

describe("what the daemon says when it is up", () => {
  const config = readConfig({ TOCSIN_DATA_DIR: temporaryFolder() });
  const said = (more: Partial<typeof config> = {}, at: Partial<typeof addresses> = addresses): string =>
    welcome({ ...config, dataDirGiven: false, firstStart: false, ...more }, { addresses: at }, 7);

  it("tells at every start how to get a token and what to type", () => {
    for (const firstStart of [true, false]) expect(said({ firstStart })).to.contain(`  ${login}\n`);
    expect(said()).to.contain("npx tocsin incidents").and.contain("npx tocsin help").and.not.contain("curl");
    expect(said({ firstStart: true }))
      .to.contain("npx tocsin  ")
      .and.contain(`curl -s ${addresses.ingest}/events/logs`);
  });

  it("sends telemetry to the organization that the token is of, which isn't the default one", () => {
    const text = said({ firstStart: true });
    const [, ofToken] = /--organization (\S+)/.exec(text) ?? [];
    const [, ofTelemetry] = /x-organization-id: (\w+)/.exec(text) ?? [];
    expect(ofToken).to.be.a("string").and.not.equal("default");
    expect(ofTelemetry).to.equal(ofToken);
  });

  it("tells what another terminal has to know before it asks for a token", () => {
    const text = said({ dataDir: "/srv/it's here", dataDirGiven: true, corePort: 1 });
    expect(text).to.contain(`export TOCSIN_DATA_DIR='/srv/it'\\''s here'\n`);
    expect(text).to.contain(`export TOCSIN_URL=${addresses.core} TOCSIN_INGEST_URL=${addresses.ingest}\n`);
    expect(text.indexOf("TOCSIN_DATA_DIR")).to.be.below(text.indexOf("npx tocsind token"));
    expect(said()).to.not.contain("export");
  });

  it("sends to the identity provider for a token where there is one", () => {
    const text = said({ jwksUrl: "https://id.example.com/keys" });
    expect(text).to.contain("https://id.example.com/keys").and.contain("tocsin login").and.not.contain("tocsind token");
  });

  it("names no command where this process has no interface for it", () => {
    expect(said({}, { ingest: addresses.ingest })).to.not.contain("tocsin login");
    expect(said({ firstStart: true }, { core: addresses.core })).to.not.contain("curl");
  });
});
