/** The worker of an embedded queue stores its position for each organization under a name of its own. */
const SEPARATOR = "/";

/** Rows without an organization come from files of versions without lanes. */
export const laneOf = (consumer: string, organizationId: string): string =>
  organizationId === "" ? consumer : `${consumer}${SEPARATOR}${organizationId}`;

/** The prefix of the names of all lanes but the one without an organization. */
export const lanePrefix = (consumer: string): string => `${consumer}${SEPARATOR}`;

/** Positions by organization, without those of other queues' consumers. */
export function positionsByLane(
  consumer: string,
  rows: Iterable<{ readonly name: string; readonly position: number }>,
): Map<string, number> {
  const prefix = lanePrefix(consumer);
  const positions = new Map<string, number>();
  for (const { name, position } of rows) {
    if (name === consumer) positions.set("", position);
    else if (name.startsWith(prefix)) positions.set(name.slice(prefix.length), position);
  }
  return positions;
}
