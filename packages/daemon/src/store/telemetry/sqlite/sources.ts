export type Sources = ReturnType<typeof createSources>;

interface SourceTable {
  insert(organizationId: string, service: string): void;
  select(organizationId: string, service: string): number | undefined;
}

/** Each open file has its own. */
const SOURCES_IN_MEMORY_MAX = 20_000;

/** Numbers for organizations (the empty service) and their services, so that a mark in the index is short. */
export function createSources(table: SourceTable) {
  const memory = new Map<string, Map<string, number>>();
  let count = 0;
  const forget = (): void => {
    memory.clear();
    count = 0;
  };
  const find = (organizationId: string, service: string): number | undefined => {
    const known = memory.get(organizationId)?.get(service);
    if (known !== undefined) return known;
    const stored = table.select(organizationId, service);
    if (stored === undefined) return undefined;
    if (count >= SOURCES_IN_MEMORY_MAX) forget();
    const numbers = memory.get(organizationId) ?? new Map<string, number>();
    memory.set(organizationId, numbers.set(service, stored));
    count += 1;
    return stored;
  };
  return {
    find,
    /** Empties the memory; needed after a transaction that added sources was rolled back. */
    forget,
    /** The number of this source, which is stored if it is new. */
    add(organizationId: string, service: string): number {
      const known = find(organizationId, service);
      if (known !== undefined) return known;
      table.insert(organizationId, service);
      return find(organizationId, service) as number;
    },
  };
}
