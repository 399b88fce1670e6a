/** What a role asks the process about the broker. */
export interface BrokerAccess {
  /** True where the broker was unreachable at the start: a role opens its links without waiting for them. */
  isAway(): Promise<boolean>;
  /** As `Registration.confirmBroker`. */
  confirm(link: string, broker: string): Promise<void>;
}

export const linkRulesOf = async (broker: BrokerAccess | undefined) =>
  broker && { confirm: broker.confirm, isAway: await broker.isAway() };
