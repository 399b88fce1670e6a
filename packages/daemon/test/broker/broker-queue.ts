import { ApplicationError } from "../../src/kernel/errors.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import type { Bench } from "./harness.ts";

/** The stores and helpers of the tests about the queue in RabbitMQ. */
export function brokerQueue(open: () => Promise<Bench>) {
  let bench: Bench;
  beforeEach(async () => {
    bench = await open();
  });
  afterEach(() => bench.close());

  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const codeOf = (error: unknown): string => (error instanceof ApplicationError ? error.code : String(error));

  const taken = async (): Promise<AcceptedBatch[]> => (await bench.taken()).flat();

  return {
    taken,
    sum,
    codeOf,
    get bench() {
      return bench;
    },
  };
}
