import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { sendFlags, sendOptions, usageError } from "../../flags/common-flags.ts";
import { readCiEnvironment } from "../../ingest/ci-environment.ts";
import { commitsWarning, isSameCommit, readCommits } from "../../ingest/commits.ts";
import { parseNameValues } from "../../input/name-values.ts";
import { readText, sourceName } from "../../input/text-source.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Send a deployment of a service.",
  description: `In GitHub Actions, GitLab, CircleCI, Buildkite and Jenkins, variables of the pipeline replace missing flags:

- --service: the repository's name, from GITHUB_REPOSITORY, CI_PROJECT_PATH, CIRCLE_PROJECT_REPONAME or BUILDKITE_PIPELINE_SLUG
- --commit: GITHUB_SHA, CI_COMMIT_SHA, CIRCLE_SHA1, BUILDKITE_COMMIT or GIT_COMMIT
- --version: the tag from GITHUB_REF_NAME, CI_COMMIT_TAG, CIRCLE_TAG, BUILDKITE_TAG or TAG_NAME; otherwise the commit
- --environment: CI_ENVIRONMENT_NAME

The metadata contains the repository and the address of the job. With --commits it also contains the deployed commits: a diagnosis finds suspect changes by their messages, files and diffs. At most 40 commits are sent, with 50 files and 4,000 characters of the diff each. Without commits, as after a rollback, the deployment is sent alone.`,
  examples: [
    "tocsin ingest deployment --service checkout --version 1.4.2 --environment production --commit 9fceb02",
    "tocsin ingest deployment --environment production --status failed",
    {
      description: "With the commits since the previous version",
      command:
        "git log -p -U0 v1.4.1..v1.4.2 | tocsin ingest deployment --service checkout --version v1.4.2 --environment production --commits -",
    },
    {
      description: "With the pushed commits, in a job of GitHub Actions",
      command: 'tocsin ingest deployment --environment production --commits "$GITHUB_EVENT_PATH"',
    },
    {
      description: "In a job that may be retried",
      command: 'tocsin ingest deployment --environment production --idempotency-key "$GITHUB_RUN_ID-production"',
    },
  ],
  flags: {
    service: Flags.string({ description: "Service that was deployed." }),
    version: Flags.string({ description: "Deployed version or tag." }),
    environment: Flags.string({ description: "Environment of the deployment." }),
    commit: Flags.string({ description: "Deployed commit." }),
    commits: Flags.string({
      description:
        "Deployed commits: the output of git log -p, or a JSON list, oldest first, of sha, message, files and diff. - reads stdin.",
      helpValue: "<file|->",
    }),
    status: Flags.string({ description: "Outcome, such as succeeded; failed opens an incident." }),
    set: Flags.string({
      description: "Value of the metadata; can be repeated.",
      multiple: true,
      helpValue: "<name=value>",
    }),
    ...sendFlags,
  },
  async run({ flags }) {
    const known = readCiEnvironment(process.env);
    const { service = known.service, environment = known.environment } = flags;
    const deployed = flags.commit ?? known.commit;
    const given = flags.commits === undefined ? "" : await readText(flags.commits);
    const commits = readCommits(given, deployed);
    // A diagnosis finds the commit by its full hash.
    const commit =
      deployed === undefined
        ? commits.at(-1)?.sha
        : (commits.find(({ sha }) => isSameCommit(sha, deployed))?.sha ?? deployed);
    const version = flags.version ?? (flags.commit === undefined ? (known.version ?? commit) : flags.commit);
    if (service === undefined || version === undefined || environment === undefined) {
      const missing = Object.entries({ service, version, environment }).filter(([, value]) => value === undefined);
      throw usageError(`A deployment needs ${missing.map(([name]) => `--${name}`).join(", ")}.`);
    }
    if (flags.commits !== undefined) {
      const doubt = commitsWarning(given, commits);
      if (doubt !== undefined) this.note(`--commits ${sourceName(flags.commits)}: ${doubt}`);
    }
    const { status } = flags;
    const metadata = [
      ...Object.entries({ repository: known.repository, run: known.run, status }).filter(
        ([, value]) => value !== undefined,
      ),
      ...(commits.length > 0 ? [["commits", commits]] : []),
      ...parseNameValues(flags.set ?? []),
    ];
    const client = await this.client(flags, { needsToken: false });
    const event = await client.ingest.deployment(
      {
        service,
        version,
        environment,
        ...(commit !== undefined && { gitHash: commit }),
        ...(flags.at !== undefined && { timestamp: flags.at }),
        ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
      },
      sendOptions(flags),
    );
    this.log(cleanLine(event.id));
    this.suggestNext(`logs show ${cleanLine(event.id)}`);
    return event;
  },
});
