import { expect } from "chai";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { ChannelKind } from "../../src/notify/channel.ts";
import { checkSettings, type GivenSettings } from "../../src/notify/channel-settings.ts";

const addressProblem = (_organizationId: string, url: URL): string | undefined =>
  url.hostname === "10.0.0.1" ? "is inside" : undefined;
const check = (kind: ChannelKind, given: GivenSettings, secret: string | null = null) =>
  checkSettings({ organizationId: "acme", kind }, given, secret, addressProblem);

function pathsOf(kind: ChannelKind, given: GivenSettings, secret: string | null = null): string[] {
  try {
    check(kind, given, secret);
  } catch (error) {
    if (!(error instanceof ApplicationError)) throw error;
    expect(error.code).to.equal("invalid_request");
    return error.details.map(({ path }) => path);
  }
  throw new Error("It was taken.");
}

describe("the settings of a channel", () => {
  it("show of an address that is a secret its scheme and host", () => {
    for (const kind of ["webhook", "slack"] as const) {
      const secret = kind === "webhook" ? "key" : null;
      const url = "https://hooks.example.com:8443/services/T0/B0?x=1";
      const { settings, secrets } = check(kind, { url }, secret);
      expect(settings).to.deep.equal({ url: "https://hooks.example.com:8443/…" });
      expect(secrets).to.deep.equal({ secret, url });
    }
  });

  it("are filled in where something was left out", () => {
    expect(check("github", { repository: "acme/shop" }, "token").settings).to.deep.equal({
      repository: "acme/shop",
      labels: [],
      apiUrl: "https://api.github.com",
    });
    expect(check("jira", { baseUrl: "https://acme.atlassian.net/", project: "OPS" }, "token").settings).to.deep.equal({
      baseUrl: "https://acme.atlassian.net",
      project: "OPS",
      issueType: "Task",
      email: null,
      closeTransition: "Done",
    });
    const recipients = ["a@example.com", "a@example.com", "b@example.com"];
    expect(check("email", { recipients }).settings).to.deep.equal({ recipients: ["a@example.com", "b@example.com"] });
  });

  it("are refused with every field at fault", () => {
    const url = "https://hooks.example.com/in";
    expect(pathsOf("webhook", {}, "k")).to.deep.equal(["/settings/url"]);
    expect(pathsOf("webhook", { url })).to.deep.equal(["/secret"]);
    expect(pathsOf("slack", { url, labels: ["x"] }, "k")).to.deep.equal(["/settings/labels", "/secret"]);
    for (const bad of ["hooks.example.com", "ftp://example.com", "https://u:p@example.com", "http://10.0.0.1/", 7]) {
      expect(pathsOf("slack", { url: bad }), String(bad)).to.deep.equal(["/settings/url"]);
    }
    expect(pathsOf("email", { recipients: [] })).to.deep.equal(["/settings/recipients"]);
    expect(pathsOf("email", { recipients: ["a@example.com", "b@example.com\nbcc: c"] })).to.deep.equal([
      "/settings/recipients/1",
    ]);
    expect(pathsOf("github", { repository: "acme", labels: ["a\nb"], apiUrl: "https://x/?y" })).to.deep.equal([
      "/settings/repository",
      "/settings/labels/0",
      "/settings/apiUrl",
      "/secret",
    ]);
    expect(pathsOf("jira", { baseUrl: "x", project: "1 2", issueType: " ", email: "e" }, "t")).to.have.members([
      "/settings/baseUrl",
      "/settings/project",
      "/settings/issueType",
      "/settings/email",
    ]);
  });

  it("that a path could hide in name no other repository", () => {
    for (const repository of ["acme/..", "acme/.", "../shop", "acme/shop/../x", "acme/sh op", "-/shop"]) {
      expect(pathsOf("github", { repository }, "t"), repository).to.deep.equal(["/settings/repository"]);
    }
  });
});
