import { Args } from "@oclif/core";
import { defineCommand } from "../command/define-command.ts";
import { programs } from "../text/program-names.ts";

const shells = ["bash", "zsh", "fish", "powershell"] as const;

/** The script needs a function of the package bash-completion, which many servers don't have. */
const withoutBashCompletion = `declare -F _get_comp_words_by_ref >/dev/null || _get_comp_words_by_ref() {
    cur="\${COMP_WORDS[COMP_CWORD]}"; prev="\${COMP_WORDS[COMP_CWORD-1]}"; words=("\${COMP_WORDS[@]}"); cword="$COMP_CWORD"
}`;

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
    if (args.shell === "bash") this.log(withoutBashCompletion);
    // The library prints the script.
    const { script } = await import("@bomb.sh/tab");
    script(args.shell, "tocsin", "tocsin");
    if (programs.cli !== "tocsin")
      this.note(
        'Completion works for the bare name, tocsin. Add it to the PATH first, in the folder of the checkout: export PATH="$PWD/node_modules/.bin:$PATH"',
      );
  },
});
