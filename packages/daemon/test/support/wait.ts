export interface WaitOptions {
  readonly within?: number;
  /** What is waited for, for the message of the failure. */
  readonly what?: string;
}

const PAUSE_MS = 10;

/** Asks until the answer is neither undefined nor false; fails with what was waited for. */
export async function waitFor<Value>(
  probe: () => Promise<Value | undefined | false> | Value | undefined | false,
  { within = 8_000, what = "the condition" }: WaitOptions = {},
): Promise<Value> {
  const end = performance.now() + within;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`Waited ${within} ms in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
