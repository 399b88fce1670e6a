/**
 * Documented prefixes and formats of issued keys. Each entry names the issuer's page;
 * `packages/daemon/test/support/issued-secrets.ts` has an example of each.
 *
 * No entry backtracks far: each quantifier has a bound, or its continuation can't fail.
 */
const END = "(?![A-Za-z0-9])";

const shapes: readonly string[] = [
  "eyJ[A-Za-z0-9_-]{16,}(?:\\.[A-Za-z0-9_-]*){0,4}", // RFC 7519: a JSON object in base64url
  // Clouds
  `(?:AKIA|ASIA)[A-Z0-9]{16}${END}`, // AWS, "Understanding unique ID prefixes"
  "ABSK[A-Za-z0-9+/]{60,300}={0,2}", // AWS, "Amazon Bedrock API keys"
  `LTAI[A-Za-z0-9]{12,24}${END}`, // Alibaba Cloud, "Create an AccessKey pair"
  "AIza[A-Za-z0-9_-]{35}|ya29\\.[A-Za-z0-9_-]{20,1000}|GOCSPX-[A-Za-z0-9_-]{20,100}|1//0[A-Za-z0-9_-]{30,200}", // Google
  "do[opr]_v1_[a-f0-9]{64}", // DigitalOcean, "Create a personal access token"
  "v1\\.0-[0-9a-f]{24}-[0-9a-f]{100,200}", // Cloudflare, "Origin CA keys"
  "HRKU-[A-Za-z0-9_-]{30,80}", // Heroku, "Authentication"
  "(?:fm1[ar]|fm2|fo1)_[A-Za-z0-9+/=_-]{40,4000}", // Fly.io, "Access tokens"
  "rnd_[A-Za-z0-9]{28,40}|nfp_[A-Za-z0-9]{36,60}", // Render, "The Render API"; Netlify, "Get started with the API"
  "pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{30,64}", // PlanetScale, "Service tokens"
  "sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,64}", // Supabase, "Understanding API keys"
  `dapi[0-9a-f]{32}(?:-\\d)?${END}`, // Databricks, "Personal access token authentication"
  "cflt[A-Za-z0-9+/]{60}", // Confluent, "Use API keys"
  // Code and packages
  "gh[opsur]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}", // GitHub, "Authentication token formats"
  "gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|wt|soat|ffct)-[A-Za-z0-9_.-]{16,300}", // GitLab, "Token overview"
  `AT(?:ATT|CTT|STT)3[A-Za-z0-9_=-]{30,400}|ATBB[A-Za-z0-9]{24,64}${END}`, // Atlassian, "API tokens"; Bitbucket
  "npm_[A-Za-z0-9]{30,100}|pypi-[A-Za-z0-9_-]{40,300}|rubygems_[0-9a-f]{48}", // npm, PyPI, RubyGems
  `cio[A-Za-z0-9]{32}${END}|oy2[a-z0-9]{43}${END}`, // crates.io; NuGet, "Scoped API keys"
  "dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,100}|hf_[A-Za-z0-9]{30,100}", // Docker, Hugging Face
  "sq[pau]_[0-9a-f]{40}|AKCp[A-Za-z0-9]{60,80}", // SonarQube, "Managing tokens"; JFrog, "API key"
  "CCI(?:PAT|PRJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}|bk(?:ua|ct|aj|at)_[A-Za-z0-9]{40,64}", // CircleCI; Buildkite
  "PMAK-[0-9a-f]{24}-[0-9a-f]{34}", // Postman, "Postman API"
  // Secrets and infrastructure
  "hv[bsr]\\.[A-Za-z0-9_-]{20,300}", // HashiCorp Vault, "Tokens"
  "dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}|pul-[0-9a-f]{40}", // Doppler, Pulumi
  "A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}", // 1Password, "About your Secret Key"
  "AGE-(?:SECRET-KEY(?:-PQ)?|PLUGIN-[A-Z0-9]{1,30})-1[02-9AC-HJ-NP-Z]{20,4000}", // age, "age(1)", C2SP
  "tskey-(?=[A-Za-z-]{0,100}\\d)[A-Za-z0-9-]{12,150}", // Tailscale, "Key prefixes"
  // Observability and work
  "glsa_[A-Za-z0-9_]{20,100}|glc_[A-Za-z0-9+/]{32,1000}={0,3}", // Grafana, "Service accounts", "Access policies"
  "phx_[A-Za-z0-9]{32,64}", // PostHog, "Personal API keys"
  "sntry[a-z]_[A-Za-z0-9_+/=-]{30,1000}", // Sentry, "Auth tokens"
  `NR(?:AK|II|IQ|RA)-[A-Za-z0-9_-]{20,64}|[A-Fa-f0-9]{32,36}NRAL${END}`, // New Relic, "API keys"
  `dt0[a-z]\\d\\d\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}`, // Dynatrace, "Access tokens"
  "lin_(?:api|oauth|wh)_[A-Za-z0-9]{20,100}|ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43}", // Linear, Notion
  "pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}|fig[dour]r?_[A-Za-z0-9_-]{30,60}|CFPAT-[A-Za-z0-9_-]{40,64}", // Airtable, Figma, Contentful
  // Messages
  "xox[a-z](?:\\.xox[a-z])?-[A-Za-z0-9-]{10,255}|xapp-[A-Za-z0-9-]{10,255}", // Slack, "Token types"
  "hooks\\.slack\\.com/(?:services|workflows)/[A-Za-z0-9/]{10,100}", // Slack, "Incoming webhooks"
  "discord(?:app)?\\.com/api/webhooks/\\d{10,20}/[A-Za-z0-9_-]{40,100}", // Discord, "Webhook resource"
  "(?:webhook\\.office\\.com/webhookb2|outlook\\.office(?:365)?\\.com/webhook)/[A-Za-z0-9@/_-]{20,300}", // Microsoft Teams, "Create an Incoming Webhook"
  "hooks\\.zapier\\.com/hooks/(?:catch|standard)/[A-Za-z0-9/]{8,100}", // Zapier, "Trigger Zaps from webhooks"
  `SK[0-9a-f]{32}${END}|AC[0-9a-f]{32}:[0-9a-f]{32}${END}`, // Twilio, "API keys", "Requests to Twilio"
  "SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,100}|xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}", // SendGrid, Brevo
  `key-[0-9a-f]{32}${END}`, // Mailgun, "API keys"
  // Payment and shops
  "[prs]k_(?:live|test)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/=]{16,255}", // Stripe, "API keys"
  "shp(?:at|ca|pa|ss|tka|ua)_[A-Fa-f0-9]{32,64}", // Shopify, "Access tokens for custom apps"
  "sq0(?:atp|csp)-[A-Za-z0-9_-]{22,50}|EAA[A-Za-z0-9_-]{57,300}", // Square, "Access tokens"; Meta, "Access tokens"
  "access_token\\$(?:production|sandbox)\\$[0-9a-z]{10,20}\\$[0-9a-f]{32}", // PayPal Braintree, "Access tokens"
  // Models
  `sk-(?:(?=[a-z\\d_-]{0,100}[A-Z])(?=[A-Za-z_-]{0,100}\\d)[A-Za-z0-9_-]{20,255}|(?:[a-z]{1,10}-){0,2}(?:v\\d-)?[0-9a-f]{32,64}${END})`, // OpenAI, Anthropic and those that took over the form
  "gsk_[A-Za-z0-9]{40,64}|r8_[A-Za-z0-9]{37,40}|xai-[A-Za-z0-9]{60,100}|pplx-[A-Za-z0-9]{40,64}", // Groq, Replicate, xAI, Perplexity
];

const PREFIXED = new RegExp(`(?<![A-Za-z0-9])(?:${shapes.join("|")})`, "g");

/** Formats with a literal inside; only texts with that literal are searched. */
const marked: readonly (readonly [mark: string, shape: string])[] = [
  ["Q~", "[A-Za-z0-9_~.-]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}"], // Microsoft Entra, "Add credentials"
  ["AZDO", `[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}${END}`], // Azure DevOps, "Use personal access tokens"
  [".atlasv1.", "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{40,100}"], // HCP Terraform, "API tokens"
  ["/", `[0-2]/\\d{10,20}(?:/\\d{10,20})?:[0-9a-f]{32}${END}`], // Asana, "Personal access token"
  [":AA", "\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])"], // Telegram, "Bot API"
  ["-us", `[0-9a-f]{32}-us\\d{1,2}${END}`], // Mailchimp, "About API keys"
  [".", "[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}"], // Discord, "API reference"
];
const MARKED = marked.map(([mark, shape]) => ({ mark, pattern: new RegExp(`(?<![A-Za-z0-9])${shape}`, "g") }));

/** Replaces each key in the format of its issuer. */
export function withoutIssuedKeys(text: string, replacement: string): string {
  let clean = text.replace(PREFIXED, replacement);
  for (const { mark, pattern } of MARKED) if (clean.includes(mark)) clean = clean.replace(pattern, replacement);
  return clean;
}
