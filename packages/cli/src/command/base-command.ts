import { Command, Flags, type Interfaces } from "@oclif/core";
import type { Tocsin } from "@tocsin/sdk";
import { findDryRun, readOnlyFetch } from "../change/dry-run.ts";
import { type IdKind, readIds, runForEach } from "../change/for-each-id.ts";
import { complain } from "../failure/complain.ts";
import { explain } from "../failure/explain.ts";
import { exitCodes, Failure } from "../failure/failure.ts";
import { mistakeOf } from "../failure/mistake.ts";
import { requireRange } from "../flags/common-flags.ts";
import type { TimedLayout } from "../format/layout.ts";
import { type ListForm, type Listing, listText } from "../format/listing.ts";
import { openSession, type Session } from "../session/session.ts";
import { cleanJson, cleanText } from "../text/clean-text.ts";
import { createPaint, type Paint } from "../text/paint.ts";

/** The flags that decide whom a command talks to, and whether it may change anything. */
interface SessionFlags {
  readonly profile?: string | undefined;
  readonly "dry-run"?: boolean;
}

/** What every command shares: --json, --profile, colours, lists, and one way to fail. */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;
  static override baseFlags = {
    profile: Flags.string({
      description: "Stored login to use; by default TOCSIN_PROFILE or the configured one.",
      helpGroup: "GLOBAL",
    }),
  };

  /** Paints what goes to stdout. */
  protected readonly paint: Paint = createPaint(process.stdout);

  /** Stdin is for data: oclif would take an argument that is missing from there, in a loop over lines those to come. */
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

  protected session(flags: { readonly profile?: string | undefined }): Promise<Session> {
    return openSession(flags.profile, { env: process.env, directory: process.cwd() });
  }

  /** A client for the command's login. With --dry-run it throws in place of the first request that would change something. */
  protected async client(flags: SessionFlags, { needsToken = true } = {}): Promise<Tocsin> {
    const session = await this.session(flags);
    return session.client({ needsToken, ...(flags["dry-run"] && { fetch: readOnlyFetch, retries: 0 }) });
  }

  /** Whether stdout is read by a person. */
  protected get isTerminal(): boolean {
    return process.stdout.isTTY && !this.jsonEnabled();
  }

  /** Cells in a line of the terminal; where there is none, as many as people expect. */
  protected get width(): number {
    return process.stdout.columns || 80;
  }

  /** The layout of a page on this terminal. */
  protected get layout(): TimedLayout {
    return { width: this.width, paint: this.paint, now: Date.now() };
  }

  /** One line of data, JSON on a line. */
  protected writeJsonLine(value: unknown): void {
    process.stdout.write(`${cleanJson(value)}\n`);
  }

  /** A sentence about what goes on, beside the data. */
  protected note(text: string): void {
    process.stderr.write(`${cleanText(text)}\n`);
  }

  /** What most people type next, for those who sit before a terminal. */
  protected suggestNext(command: string): void {
    if (this.isTerminal) this.note(`Next: ${command}`);
  }

  /** Shows a list in the form that was asked for; nothing with --json. `none` is said to a person where it is empty. */
  protected async showList<Item>(
    listing: Listing<Item>,
    { output }: { readonly output?: ListForm | undefined },
    none: string,
  ): Promise<void> {
    if (this.jsonEnabled()) return;
    const width = this.isTerminal ? this.width : undefined;
    if (listing.items.length === 0 && output !== "csv") {
      if (this.isTerminal) this.note(none);
      return;
    }
    this.log(await listText(listing, { form: output, width, now: Date.now(), paint: this.paint }));
  }

  /**
   * Does something to each of the ids that were typed, `-` for those on stdin, and says what failed. It ends with 1
   * where some failed, and like a single command where there was one id alone. Gives what --json shows. Where names
   * are taken too, `naming` says so.
   */
  protected async forEachId<Result>(
    words: readonly string[],
    act: (id: string) => Promise<Result>,
    naming: IdKind = "id",
  ): Promise<unknown[]> {
    const ids = await readIds(words, naming);
    if (ids.length === 0 && words.includes("-")) this.note("There are no ids on stdin. Nothing was changed.");
    const outcomes = await runForEach(ids, act);
    const [only] = outcomes;
    if (outcomes.length === 1 && only && "error" in only) throw only.error;
    const told = new Set<string>();
    for (const outcome of outcomes) {
      if ("dryRun" in outcome) this.log(outcome.dryRun.message);
      if (!("failure" in outcome)) continue;
      process.exitCode = exitCodes.failure;
      if (this.jsonEnabled()) continue;
      // What to do is mostly the same for all.
      const hints = outcome.failure.hints.filter((hint) => !told.has(hint));
      for (const hint of hints) told.add(hint);
      await complain(new Failure(`${outcome.id}: ${outcome.failure.message}`, exitCodes.failure, ...hints));
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
    const error = mistakeOf(thrown, { name: (this.id ?? "").replaceAll(":", " "), flags });
    const dryRun = findDryRun(error);
    if (dryRun) {
      if (this.jsonEnabled()) this.logJson({ dryRun: dryRun.request });
      else this.log(dryRun.message);
      return;
    }
    if (!this.jsonEnabled()) return complain(error);
    const { json, exitCode } = explain(error);
    this.logJson({ error: json });
    process.exitCode = exitCode;
  }
}
