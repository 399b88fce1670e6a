import type { Command, Interfaces } from "@oclif/core";
import type { Tocsin } from "@tocsin/sdk";
import type { IdKind } from "../change/for-each-id.ts";
import type { ItemArgument } from "../find/items.ts";
import { changeFlags, listFlags, usageError } from "../flags/common-flags.ts";
import type { TimedLayout } from "../format/layout.ts";
import type { ListForm, Listing } from "../format/listing.ts";
import { BaseCommand } from "./base-command.ts";

type ArgInput = Interfaces.ArgInput;
type FlagInput = Interfaces.FlagInput;
type None = Record<never, never>;
type ProfileFlag = { readonly profile?: string | undefined };
type DryRunFlag = { readonly "dry-run": boolean };

interface Parsed<F extends FlagInput, A extends ArgInput> {
  readonly args: Interfaces.InferredArgs<A>;
  readonly flags: Interfaces.InferredFlags<F> & ProfileFlag;
  readonly argv: readonly string[];
}

export interface Connected<F extends FlagInput, A extends ArgInput = None, Item = undefined> extends Parsed<F, A> {
  readonly client: Tocsin;
  /** The item that the first argument names. */
  readonly item: Item;
}

/** The parts of a command for its help. In examples `tocsin` stands for the name of the program. */
export interface Documented<F extends FlagInput, A extends ArgInput = None, Item = undefined> {
  readonly summary: string;
  readonly description?: string;
  readonly usage?: string;
  readonly aliases?: string[];
  readonly examples: Command.Example[];
  readonly args?: A;
  readonly flags?: F;
  /** The first argument, which names an item of the server. */
  readonly item?: ItemArgument<Item>;
}

interface CommandSpec<F extends FlagInput, A extends ArgInput, Item> extends Documented<F, A, Item> {
  /** Allows more arguments than `args`. */
  readonly strict?: false;
  readonly enableJsonFlag?: false;
  /** Whether the command needs a login; it does by default. */
  readonly needsToken?: boolean;
  /** Runs the command. It connects by itself, after it checked its input. */
  run?(this: BaseCommand, parsed: Parsed<F, A>): Promise<unknown>;
  /** Runs a command that connects first. */
  request?(this: BaseCommand, connected: Connected<F, A, Item>): Promise<unknown>;
}

export type CommandClass = new (...args: ConstructorParameters<typeof BaseCommand>) => BaseCommand;

/** A command class from its description and the function that runs it. */
export function defineCommand<F extends FlagInput = None, A extends ArgInput = None, Item = undefined>({
  run,
  request,
  item,
  args,
  needsToken = true,
  ...statics
}: CommandSpec<F, A, Item>): CommandClass {
  class DefinedCommand extends BaseCommand {
    async run(): Promise<unknown> {
      const { args: named, argv, flags } = await this.parse(this.ctor);
      const parsed = { args: named, argv: argv.map(String), flags } as unknown as Parsed<F, A>;
      if (run) return run.call(this, parsed);
      const client = await this.client(parsed.flags, { needsToken });
      const found = (await item?.find(client, String(argv[0]))) as Item;
      return request?.call(this, { ...parsed, client, item: found });
    }
  }
  return Object.assign(DefinedCommand, statics, { args: { ...item?.args, ...args } });
}

interface ViewSpec<F extends FlagInput, A extends ArgInput, Item, Answer> extends Documented<F, A, Item> {
  read(connected: Connected<F, A, Item>): Promise<Answer> | Answer;
  /** The text of the answer; --json prints the answer itself. */
  text(answer: Answer, layout: TimedLayout, connected: Connected<F, A, Item>): Promise<string> | string;
  /** The command to suggest, without the name of the program. */
  next?(answer: Answer, connected: Connected<F, A, Item>): string | false;
}

/** A command that reads something and prints it as text. */
export const defineView = <F extends FlagInput = None, A extends ArgInput = None, Item = undefined, Answer = unknown>({
  read,
  text,
  next,
  ...spec
}: ViewSpec<F, A, Item, Answer>): CommandClass =>
  defineCommand<F, A, Item>({
    ...spec,
    async request(connected) {
      const answer = await read(connected);
      this.log(await text(answer, this.layout, connected));
      const command = next?.(answer, connected);
      if (command) this.suggestNext(command);
      return answer;
    },
  });

interface ListSpec<F extends FlagInput, A extends ArgInput, Item, Row> extends Documented<F, A, Item> {
  read(connected: Connected<F, A, Item>): Promise<readonly Row[]>;
  listing(rows: readonly Row[], connected: Connected<F, A, Item>): Listing<Row>;
  /** The message for an empty list. */
  readonly none: string;
  /** The text for a terminal, in place of the table. */
  page?(rows: readonly Row[], layout: TimedLayout): string;
  /** The command to suggest, without the name of the program. */
  next?(rows: readonly Row[]): string | undefined;
}

/** A command that reads a list and prints it in the requested form. */
export const defineList = <F extends FlagInput = None, A extends ArgInput = None, Item = undefined, Row = unknown>({
  read,
  listing,
  none,
  page,
  next,
  flags,
  ...spec
}: ListSpec<F, A, Item, Row>): CommandClass =>
  defineCommand<FlagInput, A, Item>({
    ...spec,
    flags: { ...flags, ...listFlags },
    async request(given) {
      const connected = given as unknown as Connected<F, A, Item>;
      const rows = await read(connected);
      const form = given.flags as { output?: ListForm };
      await this.showList(listing(rows, connected), form, none, page && (() => page(rows, this.layout)));
      const command = next?.(rows);
      if (command) this.suggestNext(command);
      return rows;
    },
  });

type BulkFlags<F extends FlagInput> = Interfaces.InferredFlags<F> & ProfileFlag & DryRunFlag;

interface BulkSpec<F extends FlagInput, Item> extends Omit<Documented<F>, "args" | "item"> {
  /** The usage error without arguments, and a right command for it. */
  readonly missing: string;
  readonly example?: string;
  /** Whether the arguments are ids, the default, or names. */
  readonly naming?: IdKind;
  /** Checks arguments and flags before the command connects. */
  check?(given: { readonly argv: readonly string[]; readonly flags: BulkFlags<F> }): void;
  readonly find?: (client: Tocsin, given: string) => Promise<Item>;
  /** Changes one of the given items. */
  each(
    this: BaseCommand,
    change: {
      readonly client: Tocsin;
      readonly given: string;
      readonly item: Item;
      readonly flags: BulkFlags<F>;
    },
  ): Promise<unknown>;
}

/** A command that changes each of the items that the arguments or the lines of stdin name. */
export const defineBulk = <F extends FlagInput = None, Item = undefined>({
  missing,
  example,
  naming,
  check,
  find,
  each,
  flags: given,
  ...spec
}: BulkSpec<F, Item>): CommandClass =>
  defineCommand<FlagInput, None, undefined>({
    ...spec,
    strict: false,
    flags: { ...given, ...changeFlags },
    async run({ argv, flags }) {
      if (argv.length === 0) throw usageError(missing, example);
      check?.({ argv, flags: flags as never });
      const client = await this.client(flags);
      const change = async (word: string) => {
        const item = (await find?.(client, word)) as Item;
        return each.call(this, { client, given: word, item, flags: flags as never });
      };
      return this.forEachId(argv, change, naming);
    },
  });
