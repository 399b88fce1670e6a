import type { Scope } from "./scope.ts";

/** A request that its sender gave an Idempotency-Key. */
export interface KeyedRequest {
  /** The token's `sub`. */
  readonly subject: string;
  /** Name of the operation. */
  readonly operation: string;
  readonly key: string;
  /** Of path, query and body: the same key with other ones is a mistake of the caller. */
  readonly fingerprint: string;
}

/** The right to do a keyed request, which nobody else has meanwhile. */
export interface Claim extends KeyedRequest {
  readonly organizationId: string;
  readonly id: string;
}

export interface StoredAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Headers and body, sealed; null where they are too large to be kept. */
  readonly sealed: string | null;
}

/**
 * What became of a key. `claimed`: the caller does the request, and completes or releases the claim. `running`: somebody
 * is at it. `unknown`: somebody was, and never said what came of it. `other`: it came with another request.
 */
export type ClaimOutcome =
  | { readonly state: "claimed"; readonly claim: Claim }
  | { readonly state: "answered"; readonly claim: Claim; readonly answer: StoredAnswer }
  | { readonly state: "running" | "unknown" | "other" };

/** What keyed requests to the core interface were answered, over all processes. */
export interface AnswerStore {
  claim(scope: Pick<Scope, "organizationId">, request: KeyedRequest, now: number): Promise<ClaimOutcome>;
  complete(claim: Claim, answer: StoredAnswer, now: number): Promise<void>;
  /** Nothing was done: the key is free again. */
  release(claim: Claim): Promise<void>;
  /** Whoever had claims has ended: what came of them is unknown. */
  abandon(): Promise<void>;
  /** Removes what is past its time, a bounded number of rows a call; answers how many. */
  forget(now: number): Promise<number>;
}
