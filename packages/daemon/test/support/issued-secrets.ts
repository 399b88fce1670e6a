/**
 * Shapes of secrets as their issuers document them, and texts that look like them and hold none. All values are made up,
 * and put together here from parts, so that scanners of repositories, which look for the same shapes, have nothing to say.
 */
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = UPPER.toLowerCase();
const DIGITS = "0123456789";
const BECH32 = "023456789ACDEFGHJKLMNPQRSTUVWXYZ";

/** The same characters at each start, in no order. */
function characters(alphabet: string, length: number, seed = 7): string {
  let state = (seed * 2654435761 + length) >>> 0;
  let text = "";
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += alphabet[(state >>> 16) % alphabet.length];
  }
  return text;
}
export const an = (length: number, seed?: number): string => characters(UPPER + LOWER + DIGITS, length, seed);
export const hex = (length: number, seed?: number): string => characters(`${DIGITS}abcdef`, length, seed);
export const lower = (length: number, seed?: number): string => characters(LOWER + DIGITS, length, seed);
export const upper = (length: number, seed?: number): string => characters(UPPER + DIGITS, length, seed);
export const digits = (length: number, seed?: number): string => `9${characters(DIGITS, length - 1, seed)}`;
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export interface IssuedSecret {
  /** The issuer, and the page that shows the shape. */
  readonly source: string;
  readonly text: string;
  /** What must be nowhere afterwards. */
  readonly secret: string;
}

/** `@` in the text stands for the secret. */
const issued = (source: string, secret: string, text = "the worker said @ and went on"): IssuedSecret => ({
  source,
  secret,
  text: text.replace("@", () => secret),
});
const pem = (kind: string): string =>
  [`-----BEGIN ${kind}-----`, an(64), an(64, 9), an(30, 5), `-----END ${kind}-----`].join("\n");

/** With its check digit (ISO/IEC 7812-1, annex B). */
function card(start: string, length: number, separator = ""): string {
  const body = start + characters(DIGITS, length - start.length - 1, 3);
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? 2 * Number(digit) : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  const number = body + ((10 - (sum % 10)) % 10);
  const groups = length === 16 ? /(\d{4})(?=\d)/g : /(\d{4})(\d{6})/;
  return number.replace(groups, (_whole, ...parts: string[]) =>
    length === 16 ? parts[0] + separator : `${parts[0]}${separator}${parts[1]}${separator}`,
  );
}

const putty = [
  "PuTTY-User-Key-File-3: ssh-rsa",
  "Encryption: none",
  "Private-Lines: 2",
  an(64),
  an(64, 9),
  `Private-MAC: ${hex(64)}`,
].join("\n");

export const issuedSecrets: readonly IssuedSecret[] = [
  // Clouds
  issued("AWS IAM, Understanding unique ID prefixes", `AKIA${upper(16)}`),
  issued("AWS STS, GetSessionToken", `ASIA${upper(16)}`),
  issued(
    "AWS CLI, Configuration and credential file settings",
    an(40),
    `AKIA${upper(16, 2)} aws_secret_access_key = @`,
  ),
  issued("AWS CLI, Environment variables", `${an(60)}/${an(40)}==`, "AWS_SESSION_TOKEN=@"),
  issued("Amazon Bedrock, API keys", `ABSK${an(100)}==`),
  issued("Alibaba Cloud, Create an AccessKey pair", `LTAI${an(20)}`),
  issued("Google Cloud, Manage API keys", `AIza${an(35)}`),
  issued("Google Identity, Using OAuth 2.0 (access token)", `ya29.${an(60)}`),
  issued("Google Identity, Using OAuth 2.0 (refresh token)", `1//0${an(50)}`),
  issued("Google Cloud, Manage OAuth clients", `GOCSPX-${an(28)}`),
  issued("Microsoft Entra, Add credentials to an application", `${an(3)}8Q~${an(34)}`),
  issued(
    "Azure Storage, Configure connection strings",
    `${an(86)}==`,
    "DefaultEndpointsProtocol=https;AccountKey=@;Suffix=x",
  ),
  issued("Azure DevOps, Use personal access tokens", `${lower(76)}AZDO${an(4)}`),
  issued("Azure Storage, Create a service SAS", an(43), "GET /c/b?sv=2024&sig=@%3D&sp=r"),
  issued("DigitalOcean, Create a personal access token", `dop_v1_${hex(64)}`),
  issued("DigitalOcean, OAuth API (refresh token)", `dor_v1_${hex(64)}`),
  issued("Cloudflare, Origin CA keys", `v1.0-${hex(24)}-${hex(146)}`),
  issued("Heroku, Platform API authentication", `HRKU-${an(60)}`),
  issued("Fly.io, Access tokens", `fm2_${an(120)}`, "FLY_API=FlyV1 @"),
  issued("Render, The Render API", `rnd_${an(28)}`),
  issued("Netlify, Get started with the Netlify API", `nfp_${an(36)}`),
  issued("PlanetScale, Service tokens", `pscale_tkn_${an(43)}`),
  issued("Supabase, Understanding API keys", `sb_secret_${an(31)}`),
  issued("Supabase, Management API", `sbp_${hex(40)}`),
  issued("Databricks, Personal access token authentication", `dapi${hex(32)}`),
  issued("Confluent, Use API keys", `cflt${an(60)}`),
  // Code and packages
  issued("GitHub, Authentication token formats (personal)", `ghp_${an(36)}`),
  issued("GitHub, Authentication token formats (OAuth)", `gho_${an(36)}`),
  issued("GitHub, Authentication token formats (user to server)", `ghu_${an(36)}`),
  issued("GitHub, Authentication token formats (server to server)", `ghs_${an(36)}`),
  issued("GitHub, Authentication token formats (refresh)", `ghr_${an(76)}`),
  issued("GitHub, Managing personal access tokens (fine-grained)", `github_pat_${an(22)}_${an(59)}`),
  issued("GitLab, Token overview (personal)", `glpat-${an(20)}`),
  issued("GitLab, Token overview (deploy)", `gldt-${an(20)}`),
  issued("GitLab, Token overview (runner)", `glrt-${an(20)}`),
  issued("GitLab, Token overview (trigger)", `glptt-${hex(40)}`),
  issued("Atlassian, Manage API tokens", `ATATT3xFfGF0${an(170)}=${upper(8)}`),
  issued("Atlassian, Bitbucket access tokens", `ATCTT3xFfGN0${an(170)}=${upper(8)}`),
  issued("Atlassian, Bitbucket app passwords", `ATBB${an(32)}`),
  issued("npm, About access tokens", `npm_${an(36)}`),
  issued("PyPI, API tokens", `pypi-AgEIcHlwaS5vcmc${an(150)}`),
  issued("RubyGems, API keys", `rubygems_${hex(48)}`),
  issued("crates.io, Publishing", `cio${an(32)}`),
  issued("NuGet, Scoped API keys", `oy2${lower(43)}`),
  issued("Docker, Personal access tokens", `dckr_pat_${an(27)}`),
  issued("Docker, Organization access tokens", `dckr_oat_${an(32)}`),
  issued("Hugging Face, User access tokens", `hf_${an(34)}`),
  issued("SonarQube, Managing your tokens", `squ_${hex(40)}`),
  issued("JFrog, API key", `AKCp${an(69)}`),
  issued("CircleCI, Managing API tokens", `CCIPAT_${an(22)}_${hex(40)}`),
  issued("Buildkite, Managing API access tokens", `bkua_${hex(40)}`),
  issued("Postman, Generate and use API keys", `PMAK-${hex(24)}-${hex(34)}`),
  // Secrets and infrastructure
  issued("HashiCorp Vault, Tokens (service)", `hvs.${an(90)}`),
  issued("HashiCorp Vault, Tokens (batch)", `hvb.${an(138)}`),
  issued("HCP Terraform, API tokens", `${an(14)}.atlasv1.${an(67)}`),
  issued("Doppler, Auth token formats", `dp.pt.${an(43)}`),
  issued("Pulumi, Access tokens", `pul-${hex(40)}`),
  issued(
    "1Password, About your Secret Key",
    `A3-${upper(6)}-${upper(6)}-${upper(5)}-${upper(5)}-${upper(5)}-${upper(5)}`,
  ),
  issued("1Password, Service accounts", `ops_${base64url({ signInAddress: "example.1password.com", key: an(40) })}`),
  issued("age, age(1)", `AGE-SECRET-KEY-1${characters(BECH32, 58)}`),
  issued("age, Plugins", `AGE-PLUGIN-YUBIKEY-1${characters(BECH32, 40)}`),
  issued("Tailscale, Key prefixes (auth)", `tskey-auth-${an(11)}CNTRL-${an(32)}`),
  issued("Tailscale, Key prefixes (API)", `tskey-api-${an(11)}CNTRL-${an(32)}`),
  issued("Tailscale, Key prefixes (OAuth client)", `tskey-client-${an(11)}CNTRL-${an(32)}`),
  issued("Kubernetes, Bootstrap tokens", `${lower(6)}.${lower(16)}`, "kubeadm join 10.0.0.1:6443 --token @ --v=5"),
  issued(
    "Kubernetes, Managing service accounts",
    `${base64url({ alg: "RS256" })}.${base64url({ iss: "kubernetes" })}.${an(86)}`,
  ),
  // Observability and work
  issued("Grafana, Service accounts", `glsa_${an(32)}_${hex(8)}`),
  issued(
    "Grafana Cloud, Access policies",
    `glc_${Buffer.from(JSON.stringify({ o: "1", n: "x", k: an(24) })).toString("base64")}`,
  ),
  issued("Grafana, API keys", Buffer.from(JSON.stringify({ k: an(32), n: "ci", id: 1 })).toString("base64url")),
  issued("Sentry, Auth tokens (organization)", `sntrys_${base64url({ iat: 1, url: "https://sentry.io" })}_${an(43)}`),
  issued("Sentry, Auth tokens (user)", `sntryu_${hex(64)}`),
  issued("New Relic, API keys (user)", `NRAK-${upper(27)}`),
  issued("New Relic, API keys (insert)", `NRII-${an(32)}`),
  issued("New Relic, API keys (license)", `${hex(32)}FFFFNRAL`),
  issued("Dynatrace, Access tokens", `dt0c01.${upper(24)}.${upper(64)}`),
  issued("Datadog, API and application keys", hex(32), "DD_API_KEY=@"),
  issued("Linear, Personal API keys", `lin_api_${an(40)}`),
  issued("Linear, OAuth 2.0", `lin_oauth_${hex(64)}`),
  issued("Notion, Authorization", `ntn_${an(46)}`),
  issued("Airtable, Personal access tokens", `pat${an(14)}.${hex(64)}`),
  issued("Figma, Personal access tokens", `figd_${an(40)}`),
  issued("Asana, Personal access token", `1/${digits(16)}:${hex(32)}`),
  issued("Okta, Create an API token", `00${an(40)}`, "Authorization: SSWS @"),
  issued("PagerDuty, REST API authentication", an(20), "Authorization: Token token=@"),
  issued("Elastic, Token-based authentication services", `${an(60)}==`, "Authorization: ApiKey @"),
  // Messages
  issued("Slack, Token types (bot)", `xoxb-${digits(12)}-${digits(13)}-${an(24)}`),
  issued("Slack, Token types (user)", `xoxp-${digits(12)}-${digits(12)}-${digits(12)}-${hex(32)}`),
  issued("Slack, Token types (app)", `xapp-1-A${upper(10)}-${digits(13)}-${hex(64)}`),
  issued("Slack, Token rotation", `xoxe.xoxp-1-${an(146)}`),
  issued(
    "Slack, Incoming webhooks",
    `T${upper(10)}/B${upper(10)}/${an(24)}`,
    "POST https://hooks.slack.com/services/@",
  ),
  issued("Discord, Webhook resource", an(68), `POST https://discord.com/api/webhooks/${digits(18)}/@`),
  issued("Discord, API reference", `M${an(25)}.${an(6)}.${an(38)}`),
  issued(
    "Microsoft Teams, Create an Incoming Webhook",
    hex(32),
    "POST https://shop.webhook.office.com/webhookb2/a1b2@c3d4/IncomingWebhook/@".replace("a1b2@c3d4", "a1b2c3d4"),
  ),
  issued("Telegram, Bot API", `${digits(10)}:AA${an(33)}`),
  issued("Twilio, API keys", `SK${hex(32)}`),
  issued("SendGrid, API keys", `SG.${an(22)}.${an(43)}`),
  issued("Brevo, API keys", `xkeysib-${hex(64)}-${an(16)}`),
  issued("Mailgun, API keys", `key-${hex(32)}`),
  issued("Mailchimp, About API keys", `${hex(32)}-us12`),
  // Payment and shops
  issued("Stripe, API keys (secret)", `sk_live_${an(24)}`),
  issued("Stripe, API keys (restricted)", `rk_live_${an(24)}`),
  issued("Stripe, Webhook signatures", `whsec_${an(32)}`),
  issued("Shopify, Access tokens for custom apps", `shpat_${hex(32)}`),
  issued("Shopify, API secret keys", `shpss_${hex(32)}`),
  issued("Square, Access tokens", `EAAA${an(60)}`),
  issued("Square, OAuth application secret", `sq0csp-${an(43)}`),
  issued("Meta, Access tokens", `EAAG${an(160)}`),
  issued("Braintree, Access tokens", `access_token$production$${lower(16)}$${hex(32)}`),
  issued("ISO/IEC 7812, Visa", card("4", 16), "charging the card with number @ failed"),
  issued("ISO/IEC 7812, UnionPay, in a log line", card("62", 16), "pan=@ exp=12/29 was declined"),
  issued("ISO/IEC 7812, Mastercard, in groups", card("53", 16, " ")),
  issued("ISO/IEC 7812, American Express, in groups", card("37", 15, "-")),
  issued("ISO/IEC 7812, JCB, in a field", card("3530", 16, "-"), '{"card":"@","user":5}'),
  // Models
  issued("OpenAI, API keys", `sk-proj-${an(120)}`),
  issued("Anthropic, API keys", `sk-ant-api03-${an(93)}AA`),
  issued("Groq, API keys", `gsk_${an(52)}`),
  issued("Replicate, API tokens", `r8_${an(37)}`),
  issued("xAI, API keys", `xai-${an(80)}`),
  issued("Perplexity, API keys", `pplx-${an(48)}`),
  // Keys and credentials of standards
  issued("RFC 7519, JSON Web Token", `${base64url({ alg: "HS256" })}.${base64url({ sub: "bob" })}.${an(43)}`),
  issued("RFC 7468, PKCS #8", an(64, 9), pem("PRIVATE KEY").replaceAll("@", "")),
  issued("RFC 8017, PKCS #1", an(64, 9), pem("RSA PRIVATE KEY")),
  issued("OpenSSH, PROTOCOL.key", an(64, 9), pem("OPENSSH PRIVATE KEY")),
  issued("RFC 9580, OpenPGP", an(64, 9), pem("PGP PRIVATE KEY BLOCK")),
  issued("RFC 6750, Bearer tokens", an(30), "authorization: Bearer @"),
  issued("RFC 7617, Basic", Buffer.from(`bob:${an(12)}`).toString("base64"), "authorization: Basic @"),
  issued("RFC 7616, Digest", hex(32), 'Authorization: Digest username="bob", response="@"'),
  issued("RFC 6265, Cookies", an(24), "Cookie: theme=dark; sid=@"),
  issued("RFC 3986, User information", "S3cr/t-canary", "cannot reach postgres://app:@@db:5432/shop"),
  // Command lines and files
  issued("curl, curl(1)", "s3cr3t-canary", "curl -sS -u bob:@ http://shop:8080/"),
  issued("MySQL, End-User Guidelines for Password Security", "s3cr3tCanary", "mysqldump -h db -u root -p@ shop"),
  issued("sshpass, sshpass(1)", "s3cr3t canary", "sshpass -p '@' ssh root@db".replace("root@db", "db")),
  issued("Docker, docker login", "s3cr3tCanary", "docker login -u bob -p @ registry.example"),
  issued("PostgreSQL, Environment variables", "s3cr3tCanary", "PGPASSWORD=@ psql -h db"),
  issued("MongoDB, mongosh options", "s3cr3tCanary", "mongosh --host db -u root -p @ admin"),
  issued("Redis, redis-cli", "s3cr3tCanary", "redis-cli -h cache -a @ ping"),
  issued("OpenLDAP, ldapsearch(1)", "s3cr3tCanary", "ldapsearch -x -D cn=admin -w @ -b dc=shop"),
  issued("Microsoft, sqlcmd utility", "S3cr3tCanary!", "sqlcmd -S db -U sa -P @ -Q 'select 1'"),
  issued("OpenSSL, openssl-passphrase-options(1)", "s3cr3tCanary", "openssl rsa -in key.pem -passin pass:@ -out k"),
  issued("GNU inetutils, The .netrc file", "s3cr3tCanary", "machine api.example login bob password @"),
  issued("RabbitMQ, rabbitmqadmin", "s3cr3tCanary", "rabbitmqadmin -H mq -u guest -p @ list queues"),
  issued("PuTTY, PPK file format", an(64, 9), putty),
  issued("Ansible, Connection variables", "s3cr3tCanary", "web1 ansible_user=bob ansible_become_pass=@"),
  issued("Ansible, Variables of hosts in YAML", "s3cr3tCanary", "ansible_become_pass: @"),
  issued("Docker, config.json", Buffer.from(`bob:${an(12)}`).toString("base64"), '{"auths":{"hub":{"auth": "@"}}}'),
  issued("npm, npmrc (_auth)", Buffer.from(`bob:${an(12)}`).toString("base64"), "//registry.example/:_auth=@"),
  issued("npm, npmrc (_password)", Buffer.from(an(12)).toString("base64"), '//registry.example/:_password="@"'),
  issued(
    "MySQL, CREATE USER",
    "s3cr3t canary",
    "Query CREATE USER 'app'@'%' IDENTIFIED BY '@'".replace("'app'@'%'", "app"),
  ),
  issued("Oracle Database, ALTER USER", "s3cr3tCanary", 'alter user app identified by "@" account unlock'),
  issued("PostgreSQL, CREATE ROLE", "s3cr3tCanary", "STATEMENT:  CREATE ROLE app LOGIN WITH PASSWORD '@'"),
  issued("A sentence of a person", "s3cr3t!canary", "I changed it, the password is @ now"),
  issued("A sentence with a quotation", "swordfish", 'Password was "@" until today'),
  issued("Twilio, Requests to Twilio", `AC${hex(32)}:${hex(32, 9)}`, "curl -X POST with @"),
  issued("Oracle Database, JDBC thin driver", "s3cr3tCanary", "jdbc:oracle:thin:app/@@db:1521/shop"),
  issued("Oracle Database, SQL*Plus", "s3cr3tCanary", "sqlplus -S app/@@shop".replace("@@", "@\u0040")),
  issued("W3C, XML elements", "s3cr3t canary", '<Password xsi:type="xsd:string">@</Password>'),
  issued("W3C, XML attributes", "s3cr3tCanary", '<dataSource user="app" password="@" url="db"/>'),
  issued("Spring Framework, XML configuration", "s3cr3tCanary", '<property name="password" value="@"/>'),
  issued("Java, keytool (store)", "s3cr3tCanary", "keytool -list -keystore a.jks -storepass @ -v"),
  issued("Java, keytool (key)", "s3cr3tCanary", "keytool -genkeypair -keypass @ -alias shop"),
  issued("rclone, SFTP", "s3cr3tCanary", "rclone lsd :sftp: --sftp-host db --sftp-pass @ --sftp-user bob"),
  issued("sshpass, environment", "s3cr3tCanary", "SSHPASS=@ sshpass -e ssh db"),
  issued("ipmitool, ipmitool(1)", "s3cr3tCanary", "ipmitool -I lanplus -H bmc -U root -P @ power status"),
  issued("Samba, smbclient(1)", "s3cr3tCanary", "smbclient //nas/share -U bob%@ -c ls"),
  issued("Apache HTTP Server, htpasswd", "s3cr3tCanary", "htpasswd -B -b /etc/htpasswd bob @"),
  issued("Apache HTTP Server, htpasswd without a file", "s3cr3tCanary", "htpasswd -nb bob @"),
  issued("PHP, Sessions", lower(26), "GET /cart?PHPSESSID=@&page=2"),
  issued("Jakarta Servlet, Sessions", upper(32), "GET /cart;jsessionid=@"),
  issued(
    "Zapier, Trigger Zaps from webhooks",
    `${digits(7)}/${lower(7)}`,
    "POST https://hooks.zapier.com/hooks/catch/@/",
  ),
  issued(
    "Microsoft Teams, Connectors of Office 365",
    hex(32, 5),
    `POST https://outlook.office.com/webhook/${hex(8)}-a/IncomingWebhook/@`,
  ),
  issued("PostHog, Personal API keys", `phx_${an(43)}`),
  issued("OpenRouter, API keys", `sk-or-v1-${hex(64)}`),
  issued("HashiCorp Vault, AppRole", hex(32), "vault write auth/approle/login secret_id: @"),
  issued(
    "UAX 15, Full-width letters",
    "s3cr3tCanary",
    "\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff1d@ for bob",
  ),
  issued(
    "UAX 15, Letters of mathematics",
    "s3cr3tCanary",
    `${"password".replace(/./g, (deadLetter) => String.fromCodePoint(0x1d41a + deadLetter.charCodeAt(0) - 97))}=@`,
  ),
  issued("Unicode, Zero-width characters", "s3cr3tCanary", "pass\u200bwo\u2060rd=@ for bob"),
  issued("A field in capitals of YAML", "s3cr3tCanary", "DB_PASS: @\nDB_HOST: db"),
  issued("A short field in capitals", "s3cr3tCanary", "USER: bob\nPW: @"),
  issued("A field of a YAML file", "s3cr3tCanary", "user: bob\npass: @\nhost: db"),
  issued("A field of JSON", "s3cr3tCanary", '{"user":"bob", "db_pass": "@"}'),
];

/** What no pattern may take for a secret. */
export const lookAlikes: readonly string[] = [
  "PWD=/srv/app OLDPWD=/home/bob and pwd=/srv/app; Pwd: C:\\\\app",
  "secretary: Ann, secretariat=Berlin, passenger: Bob, keyboard: us",
  `read bytes ${card("4", 16)} of ${card("53", 16)}, mail ${card("4", 16)}`,
  "api_key_id=17 token_id=5 password_changed_at=2026-11-20 token_url=https://shop/token",
  "api key: rejected; API key: missing; cookie: disabled; session key: unknown",
  "Unexpected token: punc (;), line 3; unexpected token: EOF",
  "sk-learn-pipeline-v2-of-2024-11-20-run-17",
  "auth: enabled, auth=oauth2, auth-method: password, author: Ann, oauth: 2.0",
  "first-pass: compiled; PASS: TestCheckout; ffmpeg -pass 1 -i a.mp4; bypass: all",
  "password is incorrect; the password is too short; password is base64-encoded; password was 12 characters long",
  'secret "shop-tls" not found; unexpected token "export"; token \'<\' in JSON',
  "docker run -U 50% load; docker run shop/app@sha256:abc; npm exec foo/bar@1.2; exp 3/4 @ 5",
  "hooks.zapier.com answered; outlook.office.com/mail opened; phx_events_total=3",
  "Private-Lines: 14 of 20 were read",
  "\u5168\u89d2\uff0c\u5bc6\u7801\uff1a\u9519\u8bef\uff01",
  `trace_id=${hex(32)} span_id=${hex(16)}`,
  `traceparent: 00-${hex(32)}-${hex(16)}-01`,
  `dd.trace_id=${card("4", 16)} dd.span_id=${digits(19)}`,
  `{"orderId":"${card("4", 16)}","total":12}`,
  "timestamp=1763700001123 at 1763700001123456789 ns, 1763700001123456 µs",
  `commit ${hex(40)} of sha256:${hex(64)}`,
  `etag "${hex(32)}" size=4096000000000000 offset=5200000000000000`,
  "order 4111111111111112 was placed", // no check digit
  "rate 0.4111111111111111 and 4111111111111111.5",
  "phone +49 30 901820 and 4111-1111 1111-1111",
  `pod checkout-7d9f8b6c5-x2x4q of 01890a5d-ac96-774b-bcce-b302099a8057`,
  "docker run -u 1000 -p 8080:80 -p 127.0.0.1:9090:9090/tcp shop:2",
  "docker run -u app -p 8443:443 shop",
  "ssh -p 2222 bob@host and mkdir -p /var/lib/tocsin",
  "psql -h db -U app -p 5432 -d shop",
  "mysql -h db -u app -P 3306 --print-defaults shop",
  "mysqldump --single-transaction -p shop",
  "git log -p main; cp -p a b; patch -p1 < fix.diff; ps -p 4242",
  "unzip -p archive.zip file.txt; netstat -tulpn; nmap -p 80,443 host",
  "--- PASS: TestCheckout (0.03s)",
  "pass: 12, fail: 3",
  "pass: true\nfail: false",
  "first-pass:done bypass:enabled compass:north",
  "sk-learn-pipeline and sk-toggleable-content-loader-column",
  "tskey-rotation-job finished",
  "glc_cache_hits_total and glsa_errors",
  "lin_regression_slope=3 npm_config_registry=http://npm pul-request",
  "AGE-SECRET-KEY-1 is what such keys begin with",
  "shpat_ tokens and NRAK- keys are rotated every quarter",
  "r8_unorm texture, xai-grok model, figd_ prefix",
  "key-value store, key-00 and secret_name=db-credentials",
  "Basic authentication failed, the bearer token is missing",
  "invalid token: expected a string; Unexpected token } in JSON",
  "password is required; login bob failed; password incorrect",
  "SSWS scheme is expected",
  "at handle (/opt/App/v2/node_modules/Foo/lib/LongName/index.js:10:12)",
  "java.lang.IllegalStateException: Http2ServerConnectionV2HandlerFactoryImplXYZ12",
  "GET https://discord.com/api/v10/gateway and https://hooks.slack.com/docs answered 200",
  "AKIA is the prefix; ASIA too; LTAI as well",
  "cloning ssh://git@example.com/shop.git",
  `image registry.example/shop@sha256:${hex(64)}`,
  "version v1.0-rc1 dp.example.com fm2_radio fo1_x",
  "M1.xlarge.memory.optimized and N2.standard.size",
  `arn:aws:iam::${digits(12)}:role/shop`,
  "cioClient and ciphertext of oy2023",
  "prompt_tokens=300 completion_tokens=120 token_count: 420",
  "mysql-operator -pod ready; mariadb-galera --port=3306",
  "1/20 done, 2/1234567890 of them",
  "zip -r out.zip dir; mongodump --port 27017 -p",
];
