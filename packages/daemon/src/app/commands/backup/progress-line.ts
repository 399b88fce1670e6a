export type ProgressLine = ReturnType<typeof createProgressLine>;

const EVERY_MS = 100;

/** Shows the progress of a long command on one line of a terminal. */
export function createProgressLine(stream: NodeJS.WriteStream) {
  let shownAt = 0;
  return {
    show(text: string, share: number): void {
      const now = performance.now();
      if (!stream.isTTY || (share < 1 && now - shownAt < EVERY_MS)) return;
      shownAt = now;
      stream.write(`\r\u001b[K${text} ${Math.floor(share * 100)} %`);
    },
    clear(): void {
      if (stream.isTTY) stream.write("\r\u001b[K");
    },
  };
}
