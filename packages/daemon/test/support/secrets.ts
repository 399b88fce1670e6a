/**
 * Secrets of each shape, none of them real. Parts are put together here so that scanners of repositories, which look
 * for the same shapes, have nothing to say.
 */
const deadLetters = "q7Rk2VnX9bLm4TzW8cYp3HsD6fGj5NaE1uKoB0iQwMvC";
const part = (from: number, length: number): string => deadLetters.repeat(3).slice(from, from + length);
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export interface PlantedSecret {
  readonly shape: string;
  /** A sentence that holds it. */
  readonly text: string;
  /** What must be nowhere afterwards. */
  readonly secret: string;
}

const planted = (shape: string, secret: string, text = `the worker said ${secret} and went on`): PlantedSecret => ({
  shape,
  secret,
  text,
});

export const plantedSecrets: readonly PlantedSecret[] = [
  planted("a password", "hunter2-canary", "login with password=hunter2-canary for bob"),
  planted("a password in YAML", "hunter3-canary", "DB_PASSWORD: hunter3-canary"),
  planted("a password in JSON", 'hun\\"ter4-canary', '{"passwd":"hun\\"ter4-canary","user":"bob"}'),
  planted("a password in JSON within JSON", "hunter5-canary", '{\\"password\\": \\"hunter5-canary\\"}'),
  planted("a password in XML", "hunter6-canary", "<ns:Password>hunter6-canary</ns:Password>"),
  planted("a password on a command line", "hunter7-canary", "started with --db-password hunter7-canary --verbose"),
  planted("a variable of a pod", "hunter8-canary", '{"name":"DB_PASSWORD","value":"hunter8-canary"}'),
  planted("a variable of a pod in YAML", "hunter9-canary", "- name: API_TOKEN\n  value: hunter9-canary"),
  planted(
    "passwords of a list",
    "hunter14-canary",
    '{"passwords": ["hunter13-canary", "hunter14-canary"], "user": "bob"}',
  ),
  planted(
    "a secret of several parts",
    "hunter15-canary",
    "credentials: { user: bob, value: hunter15-canary } were refused",
  ),
  planted("a password in a block", "hunter16-canary", "password: |\n  hunter16-canary\nuser: bob"),
  planted("a password with quotes and slashes", "canary\\17", "password=it's-canary\\17 was wrong"),
  planted("an API key", part(3, 12), `x-api-key: ${part(3, 12)}`),
  planted("a client secret", part(5, 14), `client_secret='${part(5, 14)}'`),
  planted("a token in a query", part(7, 16), `GET /hook?token=${part(7, 16)}&user=5 answered 500`),
  planted("a connection string", "hunter10,canary", "Server=db;User Id=sa;Password=hunter10,canary;Database=shop"),
  planted("an account key", `${part(0, 20)}==`, `DefaultEndpointsProtocol=https;AccountKey=${part(0, 20)}==;Suffix=x`),
  planted("credentials of a URL", "hunt@er/11-canary", "cannot reach postgres://app:hunt@er/11-canary@db:5432/shop"),
  planted("a token as the user of a URL", part(2, 30), `cloning https://${part(2, 30)}@example.com/repository`),
  planted("a bearer header", part(1, 22), `Authorization: Bearer ${part(1, 22)}`),
  planted("a bearer token alone", part(4, 22), `sent bearer ${part(4, 22)} upstream`),
  planted("a basic header", "dXNlcjpodW50ZXIxMg==", "authorization: Basic dXNlcjpodW50ZXIxMg=="),
  planted("a digest header", "0123456789canary", 'Authorization: Digest username="bob", response="0123456789canary"'),
  planted("cookies", "c4n4ry", "Cookie: theme=dark; sid=c4n4ry"),
  planted("a JSON web token", `${base64url({ alg: "HS256" })}.${base64url({ sub: "bob" })}.${part(0, 40)}`),
  planted("an AWS key id", `AKIA${"IOSFODNN7CANARY1"}`),
  planted("a temporary AWS key id", `ASIA${"IOSFODNN7CANARY2"}`),
  planted(
    "an AWS secret",
    `wJalrXUtn/EMI+K7MDENG/${part(0, 18)}`,
    `AKIA${"IOSFODNN7CANARY3"}:wJalrXUtn/EMI+K7MDENG/${part(0, 18)}`,
  ),
  planted("a GitHub token", `ghp_${part(0, 36)}`),
  planted("a fine-grained GitHub token", `github_pat_${part(0, 22)}_${part(5, 40)}`),
  planted("a GitLab token", `glpat-${part(0, 20)}`),
  planted("a Slack token", `xoxb-123456789012-${part(0, 24)}`),
  planted(
    "a Slack address",
    `T00000000/B00000000/${part(0, 24)}`,
    `posting to https://hooks.slack.com/services/T00000000/B00000000/${part(0, 24)}`,
  ),
  planted("a Stripe key", `sk_live_${part(0, 24)}`),
  planted("an OpenAI key", `sk-proj-${part(0, 40)}`),
  planted("a Google key", `AIza${part(0, 35)}`),
  planted("a Google token", `ya29.${part(0, 40)}`),
  planted("an npm token", `npm_${part(0, 36)}`),
  planted("a password in an address that was encoded", part(0, 20), `GET /login?next=%2F%3Fpassword%3D${part(0, 20)}`),
  planted("a password in the listing of a process", part(0, 20), `curl -s -u bob:${part(0, 20)} http://shop:8080/`),
  planted(
    "a proxy's password in the listing of a process",
    part(0, 20),
    `curl --proxy-user 'bob:${part(0, 20)}' http://shop`,
  ),
  planted(
    "a private key",
    part(0, 64),
    `-----BEGIN RSA PRIVATE KEY-----\n${part(0, 64)}\n${part(9, 30)}\n-----END RSA PRIVATE KEY-----`,
  ),
  planted("a private key cut off", part(11, 30), `-----BEGIN PRIVATE KEY-----\\n${part(0, 64)}\\n${part(11, 30)}`),
  planted("a line of a private key", `MII${part(0, 61)}`),
];
