import { type Command, CommandHelp, Help } from "@oclif/core";
import { helpTopics } from "./help-topics.ts";
import { programs } from "./text/program-names.ts";

/** Examples stand right below the usage, because most people look for a line to copy. */
class ExamplesFirst extends CommandHelp {
  /** Replaces `tocsin` by the name under which the program was started. */
  protected override examples(examples: Command.Example[] | undefined | string) {
    const named = (text: string) => text.replaceAll(/(?<![\w./-])tocsin(?![\w.-])/g, programs.cli);
    return super.examples(
      [examples ?? []]
        .flat()
        .map((each) => (typeof each === "string" ? named(each) : { ...each, command: named(each.command) })),
    );
  }

  protected override sections() {
    const sections = super.sections();
    const examples = sections.findIndex(({ header }) => header === "EXAMPLES");
    if (examples > 1) sections.splice(1, 0, ...sections.splice(examples, 1));
    return sections;
  }
}

export default class TocsinHelp extends Help {
  protected override CommandHelpClass = ExamplesFirst;

  override async showHelp(argv: string[]): Promise<void> {
    const topic = helpTopics[argv[0] ?? ""];
    if (topic) this.log(`${topic.summary}\n\n${topic.text}`);
    else await super.showHelp(argv);
  }

  protected override async showRootHelp(): Promise<void> {
    await super.showRootHelp();
    const lines = Object.entries(helpTopics).map(([name, { summary }]) => `  ${name.padEnd(13)} ${summary}`);
    this.log(`MORE\n${lines.join("\n")}\n  For each: ${programs.cli} help NAME\n`);
  }
}
