import type { Scope } from "./scope.ts";

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  /** The token's `sub`. */
  readonly subject: string;
  /** Name of the operation. */
  readonly operation: string;
  readonly key: string;
  /** A hash of path, query and body: the same key with another request is an error. */
  readonly fingerprint: string;
}

/** The exclusive right to carry out a keyed request. */
export interface Claim extends KeyedRequest {
  readonly organizationId: string;
  readonly id: string;
}

export interface StoredAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Headers and body, sealed; null where they are too large to store. */
  readonly sealed: string | null;
}

/**
 * `claimed`: the caller carries out the request and completes or releases the claim. `running`: another process carries it
 * out. `unknown`: a process did and never reported the outcome. `other`: the key belongs to another request.
 */
export type ClaimOutcome =
  | { readonly state: "claimed"; readonly claim: Claim }
  | { readonly state: "answered"; readonly claim: Claim; readonly answer: StoredAnswer }
  | { readonly state: "running" | "unknown" | "other" };

/** Answers to keyed requests of the core interface, shared by all processes. */
export interface AnswerStore {
  claim(scope: Pick<Scope, "organizationId">, request: KeyedRequest, now: number): Promise<ClaimOutcome>;
  complete(claim: Claim, answer: StoredAnswer, now: number): Promise<void>;
  /** Frees the key: nothing was done. */
  release(claim: Claim): Promise<void>;
  /** Marks all claims as unknown: their process has ended. */
  abandon(): Promise<void>;
  /** Deletes a bounded number of expired rows; returns the number. */
  forget(now: number): Promise<number>;
}
