/** An embedded queue's worker keeps its position for each organization, under a name of its own. */
const SEPARATOR = "/";

/** Rows without an organization are of files from before organizations had lanes. */
export const laneOf = (consumer: string, organizationId: string): string =>
  organizationId === "" ? consumer : `${consumer}${SEPARATOR}${organizationId}`;

/** The beginning of all lanes' names but the one without an organization. */
export const lanePrefix = (consumer: string): string => `${consumer}${SEPARATOR}`;

/** Positions by organization; what belongs to another queue's consumer is passed over. */
export function positionsByLane(
  consumer: string,
  rows: Iterable<{ readonly name: string; readonly position: number | string }>,
): Map<string, number> {
  const prefix = lanePrefix(consumer);
  const positions = new Map<string, number>();
  for (const { name, position } of rows) {
    if (name === consumer) positions.set("", Number(position));
    else if (name.startsWith(prefix)) positions.set(name.slice(prefix.length), Number(position));
  }
  return positions;
}
