import type { Paint } from "../text/paint.ts";

/** The space for a text, and how its parts are coloured. */
export interface Layout {
  /** Cells in a line. */
  readonly width: number;
  readonly paint: Paint;
}

/** A layout for text that says how long ago something was; `now` is in milliseconds since 1970. */
export interface TimedLayout extends Layout {
  readonly now: number;
}
