import { expect } from "chai";
import { type GivenRequest, parseRequest } from "../../src/remediate/requests/parse-request.ts";
import { incident as sampleIncident } from "../store/samples.ts";

describe("A name that passes for another", () => {
  const about = sampleIncident({ environment: "staging", affectedServices: ["payments"], primaryService: "payments" });
  const asked = (more: Partial<GivenRequest>) =>
    parseRequest(about, { incidentId: about.id, actionType: "restart-service", ...more }, [
      "production",
      "prod",
      "dev1",
    ]);

  for (const [what, name] of [
    ["with a Cyrillic letter in it", "prоduction"],
    ["of Cyrillic letters alone", "ргоԁ"],
    ["with a zero for an o", "pr0duction"],
    ["with a zero-width space in it", "prod\u200b"],
    ["with a soft hyphen in it", "pro\u00adduction"],
    ["with a tag character in it", "dev\u{e0061}"],
    ["with a blank letter of Braille in it", "prod\u2800"],
    ["that reads from right to left", "\u202eved"],
    ["that looks like one the policy knows", "devl"],
    ["that looks like Latin and isn't", "ѕtаgе"],
  ] as const) {
    it(`is refused as an environment: one ${what}`, () => {
      expect(() => asked({ environment: name }))
        .to.throw("looks like another")
        .with.property("code", "ambiguous_name");
    });
  }

  it("is refused as a service's, too", () => {
    expect(() => asked({ serviceName: "раyments" })).to.throw("looks like another");
    expect(() => asked({ serviceName: "payments\u2060" })).to.throw("looks like another");
  });

  it("is taken where it is a name of its own", () => {
    for (const environment of ["продакшн", "оса", "生产", "café", "qa-2", "Staging ", "ＰＲＯＤ"]) {
      expect(asked({ environment }).environment, environment).to.equal(
        environment.normalize("NFKC").trim().toLowerCase(),
      );
    }
    expect(asked({ serviceName: "платежи" }).serviceName).to.equal("платежи");
    expect(asked({ serviceName: "ｃart" }).serviceName).to.equal("cart");
  });
});
