/** The organization and connection that a task is for. */
export interface Claimant {
  readonly organizationId: string;
  readonly connection: object;
}

export interface Task<Result> {
  /** Known before it runs. */
  readonly cost: number;
  run(): Promise<Result>;
  /** The additional cost of a result. */
  costOf(result: Result): number;
}

/** The virtual time of a claimant: the cost of all its tasks, at least that of the last one served. */
interface Account {
  used: number;
  tasks: number;
}

interface Waiting {
  readonly organization: Account;
  readonly connection: Account;
  start(): void;
}

/**
 * Runs a bounded number of tasks at one time. The next one is of the organization that has used least, and there of the
 * connection that has used least. This is start-time fair queueing (Goyal, Vin and Cheng 1996) on two levels. A
 * claimant that was idle begins at the virtual time of the last one served, so that it can't save up capacity.
 */
export function createFairQueue(concurrency: number) {
  const organizations = new Map<string, Account>();
  const connections = new WeakMap<object, Account>();
  const waiting = new Set<Waiting>();
  let running = 0;
  let organizationTime = 0;
  let connectionTime = 0;

  const accountsOf = ({ organizationId, connection }: Claimant): readonly [Account, Account] => {
    const organization = organizations.get(organizationId) ?? { used: 0, tasks: 0 };
    const ofConnection = connections.get(connection) ?? { used: 0, tasks: 0 };
    organizations.set(organizationId, organization);
    connections.set(connection, ofConnection);
    if (organization.tasks === 0) organization.used = Math.max(organization.used, organizationTime);
    if (ofConnection.tasks === 0) ofConnection.used = Math.max(ofConnection.used, connectionTime);
    return [organization, ofConnection];
  };

  const startNext = (): void => {
    let next: Waiting | undefined;
    for (const each of waiting) {
      const difference = next
        ? each.organization.used - next.organization.used || each.connection.used - next.connection.used
        : -1;
      if (difference < 0) next = each;
    }
    if (!next) return;
    waiting.delete(next);
    next.start();
  };

  return {
    async run<Result>(claimant: Claimant, { cost, run, costOf }: Task<Result>): Promise<Result> {
      const [organization, connection] = accountsOf(claimant);
      organization.tasks += 1;
      connection.tasks += 1;
      const charge = (amount: number): void => {
        organization.used += amount;
        connection.used += amount;
      };
      if (running >= concurrency) {
        await new Promise<void>((start) => waiting.add({ organization, connection, start }));
      } else running += 1;
      organizationTime = Math.max(organizationTime, organization.used);
      connectionTime = Math.max(connectionTime, connection.used);
      charge(cost);
      try {
        const result = await run();
        charge(costOf(result));
        return result;
      } finally {
        organization.tasks -= 1;
        connection.tasks -= 1;
        if (organization.tasks === 0) organizations.delete(claimant.organizationId);
        if (waiting.size > 0) startNext();
        else running -= 1;
      }
    },
  };
}
