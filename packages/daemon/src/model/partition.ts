/** The service decides the partition, so that one worker at a time has the detection state of a service. */

/**
 * A worker's exclusive right to process one partition. The epoch grows with each holder, and the store refuses writes with
 * a lower one: a fencing token (Kleppmann, "How to do distributed locking", 2016).
 */
export interface PartitionLease {
  readonly partition: number;
  readonly epoch: number;
}

/** FNV-1a over UTF-16 units, unsigned 32 bits; the same in every process and version. `service` is normalised. */
export function serviceHash(organizationId: string, service: string): number {
  const text = `${organizationId}\n${service}`;
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

export const partitionOf = (organizationId: string, service: string, partitions: number): number =>
  serviceHash(organizationId, service) % partitions;
