// Tells Tocsin that a version was deployed: node report.mjs [succeeded|failed]
// Settings: SERVICE and DEPLOY_ENVIRONMENT; the rest is taken from GitHub Actions or GitLab where it isn't set.
import { createHash } from "node:crypto";
import { Tocsin, TocsinError } from "@tocsin/sdk";

const [status = "succeeded"] = process.argv.slice(2);
const env = (...names) => names.map((name) => process.env[name]).find(Boolean);

const service = env("SERVICE", "CI_PROJECT_NAME") ?? env("GITHUB_REPOSITORY")?.split("/").at(-1);
const gitHash = env("GIT_HASH", "GITHUB_SHA", "CI_COMMIT_SHA");
// A branch is no version: every deployment of main would be the same one.
const tag = env("CI_COMMIT_TAG") ?? (process.env.GITHUB_REF_TYPE === "tag" ? env("GITHUB_REF_NAME") : undefined);
const version = env("VERSION") ?? tag ?? gitHash?.slice(0, 12);
const environment = env("DEPLOY_ENVIRONMENT", "CI_ENVIRONMENT_NAME") ?? "production";
const author = env("AUTHOR", "GITHUB_ACTOR", "GITLAB_USER_LOGIN");
const run = env("RUN_ID", "GITHUB_RUN_ID", "CI_PIPELINE_ID");
const pipeline = env("CI_PIPELINE_URL") ?? (env("GITHUB_RUN_ID") && githubRun());

if (!service || !version || !["succeeded", "failed"].includes(status)) {
  console.error("Usage: SERVICE=checkout VERSION=1.4.2 node report.mjs [succeeded|failed]");
  process.exit(2);
}

try {
  const { id } = await new Tocsin({ retries: 5 }).ingest.deployment(
    { service, version, environment, ...(gitHash && { gitHash }), metadata: clean({ status, author, pipeline }) },
    // A job that is run again for the same pipeline is the same deployment, within a day. Hashed, because names may be
    // long, and may hold letters that no header can.
    run ? { idempotencyKey: sha256(JSON.stringify([service, version, environment, run, status])) } : {},
  );
  console.log(id);
} catch (error) {
  // The deployment happened, whether Tocsin knows or not: the job says so, and decides itself whether to fail.
  console.error(`The deployment wasn't reported: ${error.message}`);
  if (error instanceof TocsinError)
    for (const { path, message } of error.details) console.error(`  ${path} ${message}`);
  process.exitCode = 1;
}

function githubRun() {
  return `${process.env.GITHUB_SERVER_URL}/${process.env.GITHUB_REPOSITORY}/actions/runs/${process.env.GITHUB_RUN_ID}`;
}

function sha256(text) {
  return createHash("sha256").update(text).digest("hex");
}

function clean(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
