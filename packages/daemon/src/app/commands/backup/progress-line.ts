/** Shows the progress of a long command on one line of a terminal. */
export interface ProgressLine {
  show(text: string, share: number): void;
  clear(): void;
}

const EVERY_MS = 100;

export function createProgressLine(stream: NodeJS.WriteStream): ProgressLine {
  let shownAt = 0;
  return {
    show(text, share) {
      const now = performance.now();
      if (!stream.isTTY || (share < 1 && now - shownAt < EVERY_MS)) return;
      shownAt = now;
      stream.write(`\r\u001b[K${text} ${Math.floor(share * 100)} %`);
    },
    clear() {
      if (stream.isTTY) stream.write("\r\u001b[K");
    },
  };
}
