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
  /** Sentences for a screen reader in place of a screen. */
  readonly aloud: boolean;
  /** Whether keys can be read. */
  readonly keys: boolean;
}

/** The board: every line is made elsewhere, and only those that changed are drawn again. */
export function BoardView({ board, paint, aloud, keys }: BoardViewProps) {
  const state = useSyncExternalStore(board.subscribe, board.state);
  const { columns, rows } = useWindowSize();
  const now = useNow(!aloud);
  useInput(
    (input, key) => {
      for (const name of keyNames(input, key)) {
        const asked = board.state().mode.kind === "confirm";
        board.dispatch({ type: "key", key: name });
        // Nobody answers a question that wasn't on the screen yet: what came with it was typed ahead, or is a paste.
        if (!asked && board.state().mode.kind === "confirm") break;
      }
    },
    { isActive: keys },
  );
  usePaste((text) => board.dispatch({ type: "pasted", text }), { isActive: keys });
  useEffect(() => board.dispatch({ type: "resized", columns, rows }), [board, columns, rows]);

  // The size is that of this very moment: what was told last may be of before a resize.
  const sized = useMemo(() => ({ ...state, size: { columns, rows } }), [state, columns, rows]);
  // What is heard doesn't age by itself: it would be read out anew with every second.
  if (aloud) return <Text>{screenReaderLines(sized, Date.now()).join("\n")}</Text>;
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

/** The time, a new one every second while it is asked for. */
function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
