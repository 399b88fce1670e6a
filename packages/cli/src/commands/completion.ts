import { Args } from "@oclif/core";
import { defineCommand } from "../command/define-command.ts";
import { BASH_SCRIPT } from "../completion/bash-script.ts";
import { programs } from "../text/program-names.ts";

const shells = ["bash", "zsh", "fish", "powershell"] as const;

export default defineCommand({
  summary: "Print the script that lets a shell complete commands, flags and names.",
  description: `Names of services, incidents, runbooks and people come from the server, which has one second to answer.

  bash        eval "$(tocsin completion bash)"            in ~/.bashrc
  zsh         eval "$(tocsin completion zsh)"             in ~/.zshrc, after compinit
  fish        tocsin completion fish | source             in ~/.config/fish/config.fish
  powershell  tocsin completion powershell | Out-String | Invoke-Expression`,
  examples: ['eval "$(tocsin completion bash)"'],
  args: { shell: Args.string({ description: "Shell to print the script for.", options: [...shells], required: true }) },
  enableJsonFlag: false,
  async run({ args }) {
    if (args.shell === "bash") this.log(BASH_SCRIPT);
    else {
      const { script } = await import("@bomb.sh/tab");
      // The library prints the script.
      script(args.shell, "tocsin", "tocsin");
    }
    if (programs.cli !== "tocsin")
      this.note(
        'Completion works for the bare name, tocsin. Add it to the PATH first, in the folder of the checkout: export PATH="$PWD/node_modules/.bin:$PATH"',
      );
  },
});
