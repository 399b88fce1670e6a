/** How far a failed action came: `nothing` was changed, something was, or nobody knows. */
export type Touched = "nothing" | "something" | "unknown";

/** How an execution that fails ends. */
export interface Failure {
  readonly failure: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly touched: Touched;
}
