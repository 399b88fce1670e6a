/** @jsxRuntime automatic */
/** @jsxImportSource react */
// tsx reads `jsx` only from a tsconfig that includes the file, and takes the one of the directory it is started in.
import { Box, Text, useInput, usePaste, useWindowSize } from "ink";
import { memo, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { boardFrame } from "../board/board-frame.ts";
import type { BoardStore } from "../board/board-store.ts";
import { keyNames } from "../board/key-names.ts";
import { screenReaderLines } from "../board/screen-reader-view.ts";
import type { Paint } from "../text/paint.ts";

interface BoardViewProps {
  readonly board: Pick<BoardStore, "state" | "subscribe" | "dispatch">;
  readonly paint: Paint;
  /** Prints sentences for a screen reader. */
  readonly isScreenReader: boolean;
  /** Whether stdin can read keys. */
  readonly keys: boolean;
}

/** Draws the lines of the board; memoized lines redraw only when they change. */
export function BoardView({ board, paint, isScreenReader, keys }: BoardViewProps) {
  const state = useSyncExternalStore(board.subscribe, board.state);
  const { columns, rows } = useWindowSize();
  const now = useNow(!isScreenReader);
  useInput(
    (input, key) => {
      for (const name of keyNames(input, key)) {
        const asked = board.state().mode.kind === "confirm";
        board.dispatch({ type: "key", key: name });
        // Keys that arrive together with a question were typed before it was visible, so they must not answer it.
        if (!asked && board.state().mode.kind === "confirm") break;
      }
    },
    { isActive: keys },
  );
  usePaste((text) => board.dispatch({ type: "pasted", text }), { isActive: keys });
  useEffect(() => board.dispatch({ type: "resized", columns, rows }), [board, columns, rows]);

  // The stored size may be older than a resize.
  const sized = useMemo(() => ({ ...state, size: { columns, rows } }), [state, columns, rows]);
  // Ages must not tick for screen readers, which would read the screen again every second.
  if (isScreenReader) return <Text>{screenReaderLines(sized, Date.now()).join("\n")}</Text>;
  return (
    <Box flexDirection="column">
      {boardFrame(sized, now, paint).map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place on the screen.
        <Line key={index} text={text} />
      ))}
    </Box>
  );
}

const Line = memo(function Line({ text }: { readonly text: string }) {
  return <Text wrap="truncate">{text === "" ? " " : text}</Text>;
});

/** The current time, updated every second. */
function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
