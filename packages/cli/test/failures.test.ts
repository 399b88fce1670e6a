import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, fakeTocsin, json, refusal } from "./fake-tocsin.ts";
import { tocsin } from "./run.ts";

describe("the command line", () => {
  const fake = fakeSession();

  describe("failures", () => {
    const failures: Record<string, [Answer, number, string]> = {
      "a wrong token": [refusal(401, "The token is expired.", { code: "token_expired" }), 4, "tocsin login"],
      "a missing permission": [
        refusal(403, "The token lacks the permission incidents:view.", { code: "missing_permission" }),
        4,
        "permissions",
      ],
      "a missing thing": [refusal(404, "Incident not found.", { code: "incident_not_found" }), 5, "not found"],
      "a policy": [
        refusal(422, "Policy blocks it.", { code: "policy_violation", violations: ["frozen until Monday"] }),
        6,
        "frozen until Monday",
      ],
      "a state that doesn't allow it": [
        refusal(409, "The incident is not merged.", { code: "incident_not_merged" }),
        6,
        "not merged",
      ],
      "an action that isn't pending": [refusal(400, "It is REJECTED.", { code: "action_not_pending" }), 6, "REJECTED"],
      "a limit": [json({ message: "Too much." }, 429, { "retry-after": "99" }), 7, "99 seconds"],
      "an overload": [json({ message: "Full." }, 503, { "retry-after": "99" }), 7, "99 seconds"],
      "an invalid request": [
        refusal(400, "Invalid.", { details: [{ path: "/limit", message: "must be at most 500" }] }),
        1,
        "/limit must be at most 500",
      ],
    };
    for (const [name, [answer, code, part]] of Object.entries(failures)) {
      it(`exit with ${code} for ${name}, as text and as JSON`, async () => {
        await fake.serve({ "GET /incidents": answer });
        const [words, asJson] = await Promise.all([fake.run("incidents"), fake.run("incidents --json")]);
        expect(words).to.include({ code, stdout: "" });
        expect(words.stderr)
          .to.match(/^Error: /)
          .and.contain(part)
          .and.not.match(/\n\s+at /);
        expect(asJson).to.include({ code, stderr: "" });
        expect(JSON.parse(asJson.stdout).error)
          .to.have.all.keys("name", "code", "message", "status", "details", "violations", "requestId", "retryable")
          .and.to.deep.include({ status: await statusOf(answer) });
      });
    }

    it("name an unreachable address and a solution", async () => {
      await fake.serve();
      await fake.server.close();
      const { code, stderr } = await fake.run("incidents");
      expect(code).to.equal(1);
      expect(stderr).to.contain(`${fake.server.url} refused the connection.`).and.contain("tocsind");
    });

    it("report a malformed token without sending it", async () => {
      await fake.serve();
      for (const wrong of ["abc", "Bearer a.b.c", "a.b c.d"]) {
        const { code, stderr } = await tocsin(["incidents"], { env: { ...fake.env, TOCSIN_TOKEN: wrong } });
        expect(code, wrong).to.equal(4);
        expect(stderr).to.contain("The token is malformed").and.contain("TOCSIN_TOKEN").and.not.contain("header");
      }
      expect(fake.server.requests).to.have.length(0);
    });

    it("mention flags and variables in place of headers", async () => {
      const path = "/headers/x-organization-id";
      const details = [{ path, message: "must be 1 to 64 of letters" }];
      await fake.serve({
        "POST /events/logs": refusal(400, "The header x-organization-id must be short.", {
          code: "invalid_organization_id",
          details,
        }),
      });
      const { stderr } = await fake.run("api POST /events/logs --ingest -d {}");
      expect(stderr).to.contain("--organization").and.contain("TOCSIN_ORGANIZATION").and.not.contain("header");
    });

    it("name the command that maps a resource, and don't mention the token", async () => {
      const message = "No such resource is mapped to this incident.";
      await fake.serve({ "GET /incidents": refusal(403, message, { code: "resource_not_mapped" }) });
      const { code, stderr } = await fake.run("incidents");
      expect(code).to.equal(4);
      expect(stderr).to.contain("tocsin incident resource set").and.not.contain("token");
    });

    it("don't suggest a retry for unsupported requests", async () => {
      await fake.serve({
        "GET /incidents": refusal(501, "The only supported Transfer-Encoding is chunked.", {
          code: "unsupported_transfer_encoding",
        }),
      });
      const { code, stderr } = await fake.run("incidents");
      expect(code).to.equal(1);
      expect(stderr).to.contain("only supported").and.not.contain("Try again");
    });

    it("suggest another interface for an unknown path", async () => {
      await fake.serve({ "GET /incidents": refusal(404, "This interface has no path.", { code: "path_not_found" }) });
      expect((await fake.run("incidents")).stderr)
        .to.contain("TOCSIN_URL")
        .and.contain("TOCSIN_INGEST_URL");
    });

    it("explain how to log in", async () => {
      await fake.serve();
      const { code, stderr } = await tocsin(["incidents"]);
      expect(code).to.equal(4);
      expect(stderr).to.contain("tocsind token --organization shop").and.contain("tocsin login");
    });

    it("exit with 2 for usage errors, and suggest the closest word", async () => {
      await fake.serve();
      const [flag, word, command, id] = await Promise.all([
        fake.run("incidents --sevrity HIGH"),
        fake.run("incidents --severity loud"),
        fake.run("incidnts"),
        fake.run("incident show 123"),
      ]);
      expect([flag, word, command, id].map(({ code }) => code)).to.deep.equal([2, 2, 2, 2]);
      expect(word.stderr).to.contain("LOW, MEDIUM, HIGH, CRITICAL");
      expect(command.stderr).to.contain("Did you mean: tocsin incidents");
      expect(fake.server.requests).to.have.length(0);
    });
  });
});

/** The status that an answer of the fake has. */
async function statusOf(answer: Answer): Promise<number> {
  const server = await fakeTocsin({ "GET /": answer });
  const { status } = await fetch(server.url);
  await server.close();
  return status;
}
