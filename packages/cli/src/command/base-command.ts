import { Command, Flags, type Interfaces } from "@oclif/core";
import type { Tocsin } from "@tocsin/sdk";
import { findDryRun, readOnlyFetch } from "../change/dry-run.ts";
import { type IdKind, readIds, runForEach } from "../change/for-each-id.ts";
import { explain, printFailure } from "../failure/explain.ts";
import { exitCodes, Failure } from "../failure/failure.ts";
import { toUsageFailure } from "../failure/usage-failure.ts";
import { requireRange } from "../flags/common-flags.ts";
import type { TimedLayout } from "../format/layout.ts";
import { type ListForm, type Listing, listText } from "../format/listing.ts";
import { openSession, type Session } from "../session/session.ts";
import { cleanJson, cleanText } from "../text/clean-text.ts";
import { createPaint, type Paint } from "../text/paint.ts";
import { programs } from "../text/program-names.ts";

/** Flags that select the login and the dry run. */
interface SessionFlags {
  readonly profile?: string | undefined;
  readonly "dry-run"?: boolean;
}

/** The base of all commands: --json, --profile, colours, lists and errors. */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;
  static override baseFlags = {
    profile: Flags.string({
      description: "Stored login to use; by default TOCSIN_PROFILE or the configured one.",
      helpGroup: "GLOBAL",
    }),
  };

  /** Colours for stdout. */
  readonly paint: Paint = createPaint(process.stdout);

  /** Stdin is for data, but oclif reads missing arguments from it, which would swallow the lines of a shell loop. */
  protected override async init(): Promise<void> {
    await super.init();
    for (const arg of Object.values(this.ctor.args)) arg.ignoreStdin = true;
  }

  protected override async parse<
    F extends Interfaces.OutputFlags<F>,
    B extends Interfaces.OutputFlags<B>,
    A extends Interfaces.OutputArgs<A>,
  >(options?: Interfaces.Input<F, B, A>, argv?: string[]): Promise<Interfaces.ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, argv);
    requireRange(parsed.flags as { readonly since?: unknown; readonly until?: unknown });
    return parsed;
  }

  session(flags: { readonly profile?: string | undefined }): Promise<Session> {
    return openSession(flags.profile, { env: process.env, directory: process.cwd() });
  }

  /** A client for the command's login. With --dry-run it throws instead of sending a change. */
  async client(flags: SessionFlags, { needsToken = true } = {}): Promise<Tocsin> {
    const session = await this.session(flags);
    return session.client({ needsToken, ...(flags["dry-run"] && { fetch: readOnlyFetch, retries: 0 }) });
  }

  /** Whether a person reads stdout. */
  get isTerminal(): boolean {
    return process.stdout.isTTY && !this.jsonEnabled();
  }

  /** Width of the terminal, 80 without one. */
  get width(): number {
    return process.stdout.columns || 80;
  }

  get layout(): TimedLayout {
    return { width: this.width, paint: this.paint, now: Date.now() };
  }

  /** Writes one line of JSON. */
  writeJsonLine(value: unknown): void {
    process.stdout.write(`${cleanJson(value)}\n`);
  }

  /** Writes a message to stderr, apart from the data. */
  note(text: string): void {
    process.stderr.write(`${cleanText(text)}\n`);
  }

  /** Suggests the next command on a terminal; `command` is without the name of the program. */
  suggestNext(command: string): void {
    if (this.isTerminal) this.note(`Next: ${programs.cli} ${command}`);
  }

  /**
   * Prints a list in the requested form; nothing with --json. `none` is the message for an empty list. A terminal gets
   * the `page`, if there is one, in place of the usual table.
   */
  async showList<Item>(
    listing: Listing<Item>,
    { output }: { readonly output?: ListForm | undefined },
    none: string,
    page?: () => string,
  ): Promise<void> {
    if (this.jsonEnabled()) return;
    if (listing.items.length === 0 && output !== "csv") {
      if (this.isTerminal) this.note(none);
    } else if (page && this.isTerminal && output === undefined) this.log(page());
    else {
      const width = this.isTerminal ? this.width : undefined;
      this.log(await listText(listing, { form: output, width, now: Date.now(), paint: this.paint }));
    }
  }

  /** Writes a message about the progress to stderr, unless the output is JSON. */
  progress(text: string): void {
    if (!this.jsonEnabled()) this.note(text);
  }

  /**
   * Runs an action for each id of the arguments or of stdin, and prints failures. With a single id the command fails
   * like any other; with several the exit code is 1 if one fails. Returns the output for --json.
   */
  async forEachId<Result>(
    words: readonly string[],
    act: (id: string) => Promise<Result>,
    naming: IdKind = "id",
  ): Promise<unknown[]> {
    const ids = await readIds(words, naming);
    if (ids.length === 0 && words.includes("-")) this.note("There are no ids on stdin. Nothing was changed.");
    const outcomes = await runForEach(ids, act);
    const [only] = outcomes;
    if (outcomes.length === 1 && only && "error" in only) throw only.error;
    const printed = new Set<string>();
    for (const outcome of outcomes) {
      if ("dryRun" in outcome) this.log(outcome.dryRun.message);
      if (!("failure" in outcome)) continue;
      process.exitCode = exitCodes.failure;
      if (this.jsonEnabled()) continue;
      // Most failures have the same hints; print each once.
      const hints = outcome.failure.hints.filter((hint) => !printed.has(hint));
      for (const hint of hints) printed.add(hint);
      await printFailure(new Failure(`${outcome.id}: ${outcome.failure.message}`, exitCodes.failure, ...hints));
    }
    return outcomes.map((outcome) => {
      if ("result" in outcome) return outcome.result;
      return "dryRun" in outcome
        ? { id: outcome.id, dryRun: outcome.dryRun.request }
        : { id: outcome.id, error: outcome.failure.json };
    });
  }

  override logJson(json: unknown): void {
    process.stdout.write(`${cleanJson(json, 2)}\n`);
  }

  protected override async catch(thrown: Error): Promise<void> {
    const flags = Object.keys({ ...this.ctor.baseFlags, ...this.ctor.flags });
    const error = toUsageFailure(thrown, { name: (this.id ?? "").replaceAll(":", " "), flags });
    const dryRun = findDryRun(error);
    if (dryRun) {
      if (this.jsonEnabled()) this.logJson({ dryRun: dryRun.request });
      else this.log(dryRun.message);
      return;
    }
    if (!this.jsonEnabled()) return printFailure(error);
    const { json, exitCode } = explain(error);
    this.logJson({ error: json });
    process.exitCode = exitCode;
  }
}
