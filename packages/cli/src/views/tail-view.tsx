/** @jsxRuntime automatic */
/** @jsxImportSource react */
// tsx reads `jsx` only from a tsconfig that includes the file, and takes the one of the directory it is started in.
import { Box, Text, useApp, useInput, useWindowSize } from "ink";
import { useEffect, useState, useSyncExternalStore } from "react";
import { incidentTable } from "../format/incident.ts";
import type { Connection, Feed } from "../tail/incident-feed.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { Paint } from "../text/paint.ts";
import { age } from "../text/time.ts";

interface TailViewProps {
  readonly feed: Feed;
  /** Address for the header. */
  readonly address: string;
  readonly paint: Paint;
  /** Whether stdin can read keys. */
  readonly keys: boolean;
}

const otherLines = 3;

/**
 *     ● connected  http://127.0.0.1:7070  3 changes
 *     ID        SEVERITY  STATUS  SERVICE   TITLE                 AGE
 *     019353e1  CRITICAL  OPEN    checkout  Error rate of 34 %    12s
 *     q quits
 */
export function TailView({ feed, address, paint, keys }: TailViewProps) {
  const { incidents, changes, connection } = useSyncExternalStore(feed.subscribe, feed.state);
  const { columns, rows } = useWindowSize();
  const now = useNow();
  const { exit } = useApp();
  useInput(
    (input, key) => {
      if (key.ctrl && input === "c") exit("interrupted");
      else if (input === "q") exit();
    },
    { isActive: keys },
  );

  // Ink clears the screen with every frame at full height, so one line stays empty.
  const shown = incidents.slice(0, Math.max(1, rows - 1 - otherLines));
  const hidden = incidents.length - shown.length;
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">{`${header(connection, now, paint)}  ${address}  ${paint("dim", `${changes} ${changes === 1 ? "change" : "changes"}`)}`}</Text>
      {shown.length === 0 ? (
        <Text>{paint("dim", connection.kind === "connecting" ? "Connecting…" : "No incidents yet.")}</Text>
      ) : (
        <Text wrap="truncate">{incidentTable(shown, columns, now, paint)}</Text>
      )}
      {keys && (
        <Text>
          {paint("dim", `q quits${hidden > 0 ? `, ${hidden} more ${hidden === 1 ? "does" : "do"} not fit` : ""}`)}
        </Text>
      )}
    </Box>
  );
}

function header(connection: Connection, now: number, paint: Paint): string {
  switch (connection.kind) {
    case "connected":
      return paint("green", "● connected");
    case "connecting":
      return paint("yellow", "○ connecting");
    default:
      return paint(
        "inverse",
        ` STALE ${age(new Date(connection.since).toISOString(), now)}, reconnecting${connection.reason ? `: ${cleanLine(connection.reason)}` : ""} `,
      );
  }
}

/** The current time, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
