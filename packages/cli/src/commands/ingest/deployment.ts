import { Flags } from "@oclif/core";
import { BaseCommand } from "../../base-command.ts";
import { usageError } from "../../flags.ts";
import { cleanLine } from "../../format/clean.ts";
import { readPipeline } from "../../ingest/ci.ts";
import { sendFlags, sendOptions } from "../../ingest/send-flags.ts";
import { readPairs } from "../../input/pairs.ts";
import { names } from "../../names.ts";

export default class IngestDeployment extends BaseCommand {
  static override summary = "Say that a version of a service was deployed.";
  static override description =
    `In a pipeline most of it is known, and flags win over that. GitHub Actions, GitLab, CircleCI, Buildkite and Jenkins are understood:

--service  the repository without its owner: GITHUB_REPOSITORY, CI_PROJECT_PATH, CIRCLE_PROJECT_REPONAME, BUILDKITE_PIPELINE_SLUG
--commit  GITHUB_SHA, CI_COMMIT_SHA, CIRCLE_SHA1, BUILDKITE_COMMIT, GIT_COMMIT
--version  the tag (GITHUB_REF_NAME of a tag, CI_COMMIT_TAG, CIRCLE_TAG, BUILDKITE_TAG, TAG_NAME), else the commit
--environment  CI_ENVIRONMENT_NAME

The repository and the address of the job are kept in its metadata.`;
  static override examples = [
    "<%= config.bin %> ingest deployment --service checkout --version 1.4.2 --environment production --commit 9fceb02",
    "<%= config.bin %> ingest deployment --environment production --status failed",
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
    const known = readPipeline(process.env);
    const { service = known.service, environment = known.environment, commit = known.commit } = flags;
    const version = flags.version ?? (flags.commit === undefined ? known.version : flags.commit);
    if (service === undefined || version === undefined || environment === undefined) {
      const missing = Object.entries({ service, version, environment }).filter(([, value]) => value === undefined);
      throw usageError(`A deployment needs ${missing.map(([name]) => `--${name}`).join(", ")}.`);
    }
    const { status } = flags;
    const metadata = Object.entries({ repository: known.repository, run: known.run, status })
      .filter(([, value]) => value !== undefined)
      .concat(readPairs(flags.set ?? []));
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
    this.next(`${names.cli} logs show ${cleanLine(event.id)}`);
    return event;
  }
}
