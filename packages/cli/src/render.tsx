/** @jsxRuntime automatic */
/** @jsxImportSource react */
// The one door to Ink. It takes half a second to load, so commands import this file only when they draw.
import { render } from "ink";
import type { Paint } from "./format/paint.ts";
import type { Feed } from "./tail/feed.ts";
import { TailView } from "./views/tail-view.tsx";

/** A view on the terminal. */
export interface Drawing {
  /** Resolves once the reader quits, with 'interrupted' for Ctrl-C. */
  readonly left: Promise<unknown>;
  close(): void;
}

/** Draws the feed until it is closed or the reader quits. Only for terminals. */
export function drawTail(props: { readonly feed: Feed; readonly address: string; readonly paint: Paint }): Drawing {
  const { waitUntilExit, unmount } = render(<TailView {...props} keys={process.stdin.isTTY} />, {
    exitOnCtrlC: false,
    maxFps: 15,
  });
  return { left: waitUntilExit(), close: unmount };
}
