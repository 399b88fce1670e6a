/** @jsxRuntime automatic */
/** @jsxImportSource react */
// The only import of Ink. Commands that draw import this file dynamically, because Ink takes 0.3 s to load. A third of
// that is the one function that Ink takes from es-toolkit.
import { render } from "ink";
import type { BoardStore } from "./board/board-store.ts";
import type { Feed } from "./tail/incident-feed.ts";
import type { Paint } from "./text/paint.ts";
import { BoardView } from "./views/board-view.tsx";
import { TailView } from "./views/tail-view.tsx";

export interface RenderedView {
  /** Resolves when the user quits, with 'interrupted' for Ctrl-C. */
  readonly left: Promise<unknown>;
  close(): void;
}

/** Draws the feed until it is closed or the user quits. */
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

/** Draws a board until it is closed or drawing fails. */
export function renderBoard(props: {
  readonly board: BoardStore;
  readonly paint: Paint;
  readonly isScreenReader: boolean;
}): RenderedView {
  const { waitUntilExit, unmount } = render(<BoardView {...props} keys={process.stdin.isTTY} />, {
    exitOnCtrlC: false,
    // The command has already checked that stdout is a terminal.
    interactive: true,
    // Stream messages are batched before; keys must be visible at once.
    maxFps: 60,
    incrementalRendering: true,
    // Screen reader users need the scrollback.
    alternateScreen: !props.isScreenReader,
    isScreenReaderEnabled: props.isScreenReader,
  });
  return { left: waitUntilExit(), close: unmount };
}
