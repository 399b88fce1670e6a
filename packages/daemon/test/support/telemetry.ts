export interface LogInput {
  readonly service: string;
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

export const log = (more: Readonly<Record<string, unknown>> = {}): LogInput => ({
  service: "checkout-api",
  level: "info",
  message: "an order was placed",
  ...more,
});

export const logs = (
  count: number,
  more: (index: number) => Readonly<Record<string, unknown>> = () => ({}),
): LogInput[] => Array.from({ length: count }, (_, index) => log(more(index)));
