import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";
import { cleanEnv, root } from "./run.ts";

export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** The command line in a real terminal, driven by keys and read as a person reads it. */
export interface Screen {
  keys(...keys: readonly string[]): void;
  type(text: string): void;
  /** The screen, once it shows what is waited for. */
  until(isThere: string | ((screen: string) => boolean)): Promise<string>;
  resize(columns: number, rows: number): void;
  /** Sends a signal to the command line. */
  kill(signal: NodeJS.Signals): void;
  close(): void;
}

/** Starts it in a shell, so that what it leaves behind on the terminal can be seen. */
export function openScreen(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  columns = 120,
  rows = 30,
): Screen {
  const socket = `tocsin-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const { TMUX: _own, CI: _ci, ...clean } = cleanEnv({ ...env, PS1: "$ " });
  const tmux = (...words: readonly string[]) =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...words], { encoding: "utf8", env: clean, cwd: root });
  tmux("new-session", "-d", "-x", String(columns), "-y", String(rows), "sh");
  const command = [process.execPath, path.join(root, "packages/cli/bin/tocsin.js"), ...args].map(quoted).join(" ");
  const screen: Screen = {
    keys: (...keys) => void tmux("send-keys", ...keys),
    type: (text) => void tmux("send-keys", "-l", text),
    until: async (isThere) => {
      const passes = typeof isThere === "string" ? (text: string) => text.includes(isThere) : isThere;
      for (const deadline = Date.now() + 60_000; ; ) {
        const text = tmux("capture-pane", "-p");
        if (passes(text)) return text;
        if (Date.now() > deadline) throw new Error(`The screen never showed ${String(isThere)}, but:\n${text}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    resize: (width, height) => void tmux("resize-window", "-x", String(width), "-y", String(height)),
    kill: (signal) => {
      const shell = tmux("display-message", "-p", "#{pane_pid}").trim();
      const [child] = execFileSync("ps", ["-o", "pid=", "--ppid", shell], { encoding: "utf8" }).trim().split(/\s+/);
      process.kill(Number(child), signal);
    },
    close: () => {
      try {
        tmux("kill-server");
      } catch {
        // It ended with its shell.
      }
    },
  };
  screen.type(`${command}; echo "left with $?"`);
  screen.keys("Enter");
  return screen;
}
