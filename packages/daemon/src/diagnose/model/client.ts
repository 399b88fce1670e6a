import type { Scope } from "../../model/scope.ts";

/** The question of one diagnosis. */
export interface ModelQuestion {
  /** Instructions, equal for all diagnoses. */
  readonly system: string;
  /** Untrusted data. */
  readonly data: string;
  /** JSON Schema of the answer. Values are validated again. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Token limit of the answer. */
  readonly answerTokens: number;
  readonly signal: AbortSignal;
  /** Called with the number of received characters. */
  progress(characters: number): void;
}

export interface ModelAnswer {
  readonly text: string;
  /** `cut`: token limit reached. `refused`: no answer. */
  readonly end: "complete" | "cut" | "refused";
  /** From the server; null if unknown. */
  readonly usage: ModelUsage | null;
}

export interface ModelUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export interface ModelClient {
  readonly name: string;
  ask(question: ModelQuestion): Promise<ModelAnswer>;
}

/** No complete answer. */
export class ModelFailed extends Error {
  override readonly name = "ModelFailed";
  /** False if nothing was spent. */
  readonly begun: boolean;

  /** `reason` is for people: without keys, addresses and the server's words. */
  constructor(reason: string, begun: boolean) {
    super(reason);
    this.begun = begun;
  }
}

/** Tokens per organization and UTC day. */
export interface ModelUsageStore {
  /** Reserves tokens of a day up to `most`; false if exceeded. Concurrent reservations see each other. */
  reserve(scope: Scope, day: number, tokens: number, most: number): Promise<boolean>;
  /** Replaces the reservation by the real use. Otherwise the reservation counts. */
  settle(scope: Scope, day: number, reserved: number, spent: number): Promise<void>;
}
