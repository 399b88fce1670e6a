/** @jsxRuntime automatic */
/** @jsxImportSource react */
// The one door to Ink. It takes half a second to load, so commands import this file only when they draw.
import { render } from "ink";
import type { BoardStore } from "./board/board-store.ts";
import type { Feed } from "./tail/incident-feed.ts";
import type { Paint } from "./text/paint.ts";
import { BoardView } from "./views/board-view.tsx";
import { TailView } from "./views/tail-view.tsx";

/** A view on the terminal. */
export interface RenderedView {
  /** Resolves once the reader quits, with 'interrupted' for Ctrl-C. */
  readonly left: Promise<unknown>;
  close(): void;
}

/** Draws the feed until it is closed or the reader quits. Only for terminals. */
export function renderTail(props: {
  readonly feed: Feed;
  readonly address: string;
  readonly paint: Paint;
}): RenderedView {
  const { waitUntilExit, unmount } = render(<TailView {...props} keys={process.stdin.isTTY} />, {
    exitOnCtrlC: false,
    maxFps: 15,
  });
  return { left: waitUntilExit(), close: unmount };
}

/** Draws a board on a screen of its own until it is closed or the drawing fails. Only for terminals. */
export function renderBoard(props: {
  readonly board: BoardStore;
  readonly paint: Paint;
  readonly aloud: boolean;
}): RenderedView {
  const { waitUntilExit, unmount } = render(<BoardView {...props} keys={process.stdin.isTTY} />, {
    exitOnCtrlC: false,
    // The command found that there is somebody to look, by rules of its own.
    interactive: true,
    // What the stream tells is bundled before; a key is to be seen at once.
    maxFps: 60,
    incrementalRendering: true,
    // Whoever hears the board wants to go back to what was said.
    alternateScreen: !props.aloud,
    isScreenReaderEnabled: props.aloud,
  });
  return { left: waitUntilExit(), close: unmount };
}
