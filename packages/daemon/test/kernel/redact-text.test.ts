import { expect } from "chai";
import fc from "fast-check";
import { REDACTED, redact } from "../../src/kernel/redact.ts";
import { issuedSecrets } from "../support/issued-secrets.ts";

/** What secrets are written with, so that random texts come near to them. */
const pieces = [
  ..."abZ019 =:\"'\\/@,;&<>.-_+\n",
  "password",
  "secret",
  "token",
  "authorization",
  "bearer ",
  "cookie",
  "value",
  "https://",
  "AKIAIOSFODNN7EXAMPLE",
  "eyJhbGciOiJIUzI1NiJ9",
  "-----BEGIN PRIVATE KEY-----",
  "sshpass -p ",
  "mysql -p",
  "-u bob -p ",
  "pass: ",
  "pass:",
  "login bob password ",
  ...[
    "pw: ",
    "db_pass=",
    "auth=",
    "password is ",
    "IDENTIFIED BY '",
    "<Password>",
    "</",
    "htpasswd -b a b ",
    "-U bob%",
  ],
  ...["jdbc:oracle:thin:u/", "Private-Lines: 1\n", "card ", "\uff50", "\u200b", "[", "{", "}", "]", "s3cr3t"],
  "4111 1111 1111 1111",
  "-----END PRIVATE KEY-----",
  "q7Rk2VnX9bLm4TzW8cYp3HsD6fGj5NaE1uKoB0iQ",
  REDACTED,
];

/** Beginnings of what is redacted by several parts, so that each position asks how it goes on. */
const hostile = [
  ...[
    "mysql ",
    "mysql -u x ",
    "docker login ",
    "-u a ",
    "-u a -p",
    "login a ",
    "login a password ",
    "pass:",
    "{pass: ",
  ],
  ...[
    "1234 ",
    "1234-",
    "4111 1111 ",
    "4111111111111111",
    "id=4",
    "9:AA",
    "a~Q~",
    "M.",
    "0/1",
    "tskey-a",
    "AGE-PLUGIN-A",
  ],
  ...["pw:", "pw: ", "pwd=/", "auth=", "<pw>", "<a ", "<password a", "api api ", "token-", 'secret=["', "secret={"],
  ...["password is ", "password to 'a", "a -U a", "-U a%", "htpasswd -b a ", "jdbc:oracle:thin:a", "exp a/", "-a -"],
  ...["Private-Lines: 1\n", "card ", "card 4111111111111111", "sk-a1", "\uff50", "password\uff1a", "\u200b"],
  ...["dp.pt.", ".atlasv1.", "a-us", "AZDO", "redis-cli -a", "zip -P", "sshpass -p '", "access_token$production$"],
];

describe("Redacting ordinary text", () => {
  it("keeps numbers without a card's check digit, range or groups", () => {
    const visa = issuedSecrets.find(({ source }) => source === "ISO/IEC 7812, Visa")?.secret as string;
    expect(redact(`paid with card ${visa}.`)).to.equal(`paid with card ${REDACTED}.`);
    for (const other of [
      visa.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
      `${visa}1`,
      `x${visa}`,
      `-${visa}`,
    ])
      expect(redact(`paid with card ${other} of`)).to.equal(`paid with card ${other} of`);
  });

  it("keeps what stands around a secret", () => {
    const cases: Readonly<Record<string, string>> = {
      "login with password=hunter2 for bob": `login with password=${REDACTED} for bob`,
      '{"password":"a\\"b","user":"bob"}': `{"password":"${REDACTED}","user":"bob"}`,
      "GET /hook?token=abc&user=5 answered 500": `GET /hook?token=${REDACTED}&user=5 answered 500`,
      "postgres://app:x@db:5432/shop": `postgres://${REDACTED}@db:5432/shop`,
      "Authorization: Bearer abc.def ": `Authorization: Bearer ${REDACTED} `,
    };
    for (const [text, clean] of Object.entries(cases)) expect(redact(text)).to.equal(clean);
  });

  it("leaves ordinary text as it is", () => {
    const texts = [
      "2026-11-20T21:00:01.123Z INFO order 12345 placed in 34 ms by user 99",
      "Basic authentication failed, the bearer token is missing",
      "invalid token: expected a string",
      "Unexpected token } in JSON at position 12",
      "password is required; token: null, secretName: db-credentials, prompt_tokens=300",
      "commit 5e73999aabbccddeeff00112233445566778899aa of sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "at handle (/opt/App/v2/node_modules/Foo/lib/LongName/index.js:10:12)",
      "java.lang.IllegalStateException: Http2ServerConnectionV2HandlerFactoryImplXYZ12",
      "pod checkout-7d9f8b6c5-x2x4q in 01890a5d-ac96-774b-bcce-b302099a8057 at http://checkout:8080/health?a=b@c",
      "cloning ssh://git@example.com/shop.git",
      "docker run -u 1000:1000 shop:2 started",
      "order <num> by <id> token=<hex> took <num> ms",
    ];
    for (const text of texts) expect(redact(text)).to.equal(text);
  });

  it("changes nothing the second time", () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 24 }), (parts) => {
        const once = redact(parts.join(""));
        expect(redact(once)).to.equal(once);
      }),
      { numRuns: 2000 },
    ));

  it("takes a step for each character of a megabyte, whatever they are", function () {
    this.timeout(60_000); // Each would take minutes alone if an expression walked back.
    for (const piece of [
      ...pieces,
      "eyJ-",
      "a://b:",
      'password="',
      'secret"\n    ',
      "--password ",
      "sk-a",
      "p,",
      ...hostile,
    ]) {
      redact(piece.repeat(Math.ceil(2 ** 20 / piece.length)));
    }
  });
});
