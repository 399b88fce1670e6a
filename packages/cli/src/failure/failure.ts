/** The exit codes, as `tocsin help` lists them. */
export const exitCodes = {
  failure: 1,
  usage: 2,
  auth: 4,
  notFound: 5,
  blocked: 6,
  overloaded: 7,
  timedOut: 8,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure of the command line, with a message and hints. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: ExitCode;
  readonly hints: readonly string[];

  constructor(message: string, exitCode: ExitCode = exitCodes.failure, ...hints: string[]) {
    super(message);
    this.exitCode = exitCode;
    this.hints = hints;
  }
}
