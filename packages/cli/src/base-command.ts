import { Command, Flags } from "@oclif/core";
import { complain } from "./complain.ts";
import { explain } from "./explain.ts";
import { cleanJson } from "./format/clean.ts";
import { createPaint, type Paint } from "./format/paint.ts";
import { openSession, type Session } from "./session.ts";

/** What every command shares: --json, --profile, colours, and one way to fail. */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;
  static override baseFlags = {
    profile: Flags.string({
      description: "The stored login to use.",
      env: "TOCSIN_PROFILE",
      default: "default",
      helpGroup: "GLOBAL",
    }),
  };

  /** Paints what goes to stdout. */
  protected readonly paint: Paint = createPaint(process.stdout);

  protected session(flags: { readonly profile: string }): Promise<Session> {
    return openSession(flags.profile, process.env);
  }

  /** Whether stdout is read by a person. */
  protected get isTerminal(): boolean {
    return process.stdout.isTTY && !this.jsonEnabled();
  }

  /** Cells in a line of the terminal; where there is none, as many as people expect. */
  protected get width(): number {
    return process.stdout.columns || 80;
  }

  /** One line of data, JSON on a line. */
  protected writeLine(value: unknown): void {
    process.stdout.write(`${cleanJson(value)}\n`);
  }

  /** A sentence about what goes on, beside the data. */
  protected note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  override logJson(json: unknown): void {
    process.stdout.write(`${cleanJson(json, 2)}\n`);
  }

  protected override async catch(error: Error): Promise<void> {
    if (!this.jsonEnabled()) return complain(error);
    const { json, exitCode } = explain(error);
    this.logJson({ error: json });
    process.exitCode = exitCode;
  }
}
