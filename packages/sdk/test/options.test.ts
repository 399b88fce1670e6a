import { expect } from "chai";
import { type Tocsin as Client, Tocsin, TocsinError, type TocsinOptions } from "../src/index.ts";

const failureOf = async (call: () => unknown): Promise<Error> => {
  try {
    await call();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  return expect.fail("did not fail");
};

describe("what a client is given", () => {
  let asked: Request[];
  const answering = (answer: () => Response, options: TocsinOptions = {}): Client => {
    asked = [];
    const answerTo: typeof fetch = async (input, init) => {
      asked.push(new Request(input, init));
      return answer();
    };
    return new Tocsin({ fetch: answerTo, retries: 0, ...options });
  };

  describe("that can't be sent", () => {
    const secret = "s3cret\nand another line";
    for (const [name, make] of [
      ["a token", () => new Tocsin({ token: secret })],
      ["a key", () => new Tocsin({ apiKey: secret })],
      ["the organization of a buffer", () => new Tocsin().ingest.buffered({ organizationId: secret })],
      ["what a token function gives", () => answering(() => Response.json([]), { token: () => secret }).team.list()],
      ["a token that was shortened for print", () => new Tocsin({ token: "s3cret…" })],
      ["an address with a password", () => new Tocsin({ baseUrl: "http://ann:s3cret@127.0.0.1:7070" })],
    ] as const) {
      it(`is refused by a TypeError that doesn't repeat it: ${name}`, async () => {
        const error = await failureOf(make);
        expect(error).to.be.instanceOf(TypeError);
        expect(error.message)
          .to.match(/^(token|apiKey|organizationId|baseUrl) /)
          .and.not.include("s3cret");
      });
    }
  });

  it("loses the blanks and line ends of a file around a token, a key and an address; empty ones count as none", async () => {
    const ofFile = { token: "T\n", apiKey: " K\n", baseUrl: " http://127.0.0.1:1234/tocsin/ " };
    const client = answering(() => Response.json([]), ofFile);
    await client.team.list();
    await client.request({ method: "GET", path: "/x", target: "ingestion" });
    expect(asked[0]?.url).to.equal("http://127.0.0.1:1234/tocsin/team");
    expect(asked[0]?.headers.get("authorization")).to.equal("Bearer T");
    expect(asked[1]?.headers.get("x-api-key")).to.equal("K");
    const empty = answering(() => Response.json([]), { token: "", apiKey: " ", organizationId: "" });
    await empty.request({ method: "GET", path: "/x" });
    await empty.request({ method: "GET", path: "/x", target: "ingestion" });
    const names = asked.flatMap(({ headers }) => [...headers.keys()]);
    expect(names).not.to.include.members(["authorization"]).and.not.include.members(["x-api-key", "x-organization-id"]);
  });

  for (const baseUrl of [
    "http://127.0.0.1:7070/?a=b",
    "http://127.0.0.1:7070#top",
    "tocsin.example.com",
    "file:///x",
  ]) {
    it(`must be an address to which paths can be added, and not ${baseUrl}`, () => {
      expect(() => new Tocsin({ baseUrl })).to.throw(TypeError, /^baseUrl must /);
    });
  }

  for (const retries of [Number.NaN, -1]) {
    it(`rejects a call with ${retries} retries before it sends anything`, async () => {
      const error = await failureOf(() => answering(() => Response.json([])).team.list({ retries }));
      expect(error).to.be.instanceOf(RangeError);
      expect(asked).to.deep.equal([]);
    });
  }
});

describe("answers that Tocsin didn't write", () => {
  const failure = async (response: Response): Promise<TocsinError> => {
    const error = await failureOf(() => new Tocsin({ fetch: async () => response, retries: 0 }).team.list());
    expect(error).to.be.instanceOf(TocsinError);
    return error as TocsinError;
  };

  it("say where a redirect leads, without what may be secret in it", async () => {
    const headers = { location: "https://login.example.com/start?session=s3cret#x" };
    const { message, status } = await failure(new Response(null, { status: 302, headers }));
    expect(status).to.equal(302);
    expect(message).to.include("a redirect to https://login.example.com/start.").and.include("not followed");
  });

  it("give a message where theirs is empty, and no details and violations but those of the right shape", async () => {
    const body = {
      message: "",
      details: [null, 3, { path: "/a" }, { path: "/b", message: "no" }],
      violations: [{}, "v"],
    };
    const { message, details, violations } = await failure(Response.json(body, { status: 400 }));
    expect(message).to.match(/^GET http:\/\/127\.0\.0\.1:\d+\/team was answered with 400/);
    expect(details).to.deep.equal([{ path: "/b", message: "no" }]);
    expect(violations).to.deep.equal(["v"]);
  });

  it("may ask for parts of a second", async () => {
    const { retryAfterMs } = await failure(new Response("", { status: 503, headers: { "retry-after": "1.5" } }));
    expect(retryAfterMs).to.equal(1_500);
  });
});
