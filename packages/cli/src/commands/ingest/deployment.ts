import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { usageError } from "../../flags/common-flags.ts";
import { sendFlags, sendOptions } from "../../flags/send-flags.ts";
import { readCiEnvironment } from "../../ingest/ci-environment.ts";
import { commitsWarning, isSameCommit, readCommits } from "../../ingest/commits.ts";
import { parseNameValues } from "../../input/name-values.ts";
import { readText, sourceName } from "../../input/text-source.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

export default class IngestDeployment extends BaseCommand {
  static override summary = "Say that a version of a service was deployed.";
  static override description =
    `In a pipeline most of it is known, and flags win over that. GitHub Actions, GitLab, CircleCI, Buildkite and Jenkins are understood:

--service  the repository without its owner: GITHUB_REPOSITORY, CI_PROJECT_PATH, CIRCLE_PROJECT_REPONAME, BUILDKITE_PIPELINE_SLUG
--commit  GITHUB_SHA, CI_COMMIT_SHA, CIRCLE_SHA1, BUILDKITE_COMMIT, GIT_COMMIT
--version  the tag (GITHUB_REF_NAME of a tag, CI_COMMIT_TAG, CIRCLE_TAG, BUILDKITE_TAG, TAG_NAME), else the commit
--environment  CI_ENVIRONMENT_NAME

The repository and the address of the job are kept in its metadata. With --commits the commits that it brought are, too: their messages, files and diffs tell a diagnosis which of them to suspect. The last 40 are sent, of each 50 files and 4,000 characters of the diff. Where there are none, as in the log of a rollback or in an event of GitHub that isn't a push, the deployment is sent without.`;
  static override examples = [
    "<%= config.bin %> ingest deployment --service checkout --version 1.4.2 --environment production --commit 9fceb02",
    "<%= config.bin %> ingest deployment --environment production --status failed",
    {
      description: "With what it brought since the version before",
      command:
        "git log -p -U0 v1.4.1..v1.4.2 | <%= config.bin %> ingest deployment --service checkout --version v1.4.2 --environment production --commits -",
    },
    {
      description: "With what was pushed, in a job of GitHub Actions",
      command: '<%= config.bin %> ingest deployment --environment production --commits "$GITHUB_EVENT_PATH"',
    },
    {
      description: "In a job that may run twice",
      command:
        '<%= config.bin %> ingest deployment --environment production --idempotency-key "$GITHUB_RUN_ID-production"',
    },
  ];
  static override flags = {
    service: Flags.string({ description: "What was deployed." }),
    version: Flags.string({ description: "Which version or tag of it." }),
    environment: Flags.string({ description: "Where to." }),
    commit: Flags.string({ description: "The commit that was deployed." }),
    commits: Flags.string({
      description:
        "What it brought, as git log -p prints it, or JSON: a list, oldest first, of sha, message, files and diff. - reads stdin.",
      helpValue: "<file|->",
    }),
    status: Flags.string({ description: "What came of it, such as succeeded; failed opens an incident." }),
    set: Flags.string({
      description: "Another value of its metadata; may be given several times.",
      multiple: true,
      helpValue: "<name=value>",
    }),
    ...sendFlags,
  };

  async run() {
    const { flags } = await this.parse(IngestDeployment);
    const known = readCiEnvironment(process.env);
    const { service = known.service, environment = known.environment } = flags;
    const deployed = flags.commit ?? known.commit;
    const given = flags.commits === undefined ? "" : await readText(flags.commits);
    const commits = readCommits(given, deployed);
    // A diagnosis finds the commit by its whole name.
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
    this.suggestNext(`${programs.cli} logs show ${cleanLine(event.id)}`);
    return event;
  }
}
