/** Facts about a deployment from the environment of a CI pipeline. */
export interface CiEnvironment {
  readonly service?: string | undefined;
  readonly version?: string | undefined;
  readonly environment?: string | undefined;
  readonly commit?: string | undefined;
  readonly repository?: string | undefined;
  /** Address of the job. */
  readonly run?: string | undefined;
}

/** The variables of GitHub Actions, GitLab, CircleCI, Buildkite and Jenkins; the first one set is used. */
const variables = {
  commit: ["GITHUB_SHA", "CI_COMMIT_SHA", "CIRCLE_SHA1", "BUILDKITE_COMMIT", "GIT_COMMIT"],
  repository: ["GITHUB_REPOSITORY", "CI_PROJECT_PATH", "CIRCLE_PROJECT_REPONAME", "BUILDKITE_PIPELINE_SLUG"],
  tag: ["CI_COMMIT_TAG", "CIRCLE_TAG", "BUILDKITE_TAG", "TAG_NAME"],
  environment: ["CI_ENVIRONMENT_NAME"],
  run: ["CI_JOB_URL", "CIRCLE_BUILD_URL", "BUILDKITE_BUILD_URL", "BUILD_URL"],
} as const;

/** Reads the variables of a pipeline: the service is the name of the repository, the version the tag or the commit. */
export function readCiEnvironment(env: NodeJS.ProcessEnv): CiEnvironment {
  const said = (what: keyof typeof variables) =>
    variables[what].map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== "");
  const [commit, repository] = [said("commit"), said("repository")];
  const tag = said("tag") ?? (env["GITHUB_REF_TYPE"] === "tag" ? env["GITHUB_REF_NAME"] : undefined);
  const { GITHUB_SERVER_URL: server, GITHUB_RUN_ID: id } = env;
  return {
    service: repository?.split("/").at(-1),
    version: tag ?? commit,
    environment: said("environment"),
    commit,
    repository,
    run: said("run") ?? (server && repository && id ? `${server}/${repository}/actions/runs/${id}` : undefined),
  };
}
