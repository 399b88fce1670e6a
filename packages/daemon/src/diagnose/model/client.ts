import type { Scope } from "../../model/scope.ts";

/** The one question that a model is asked for a diagnosis. */
export interface ModelQuestion {
  /** What it is to do; the same for every diagnosis. */
  readonly system: string;
  /** What it is to look at, as data. */
  readonly data: string;
  /** JSON Schema of the answer. Servers keep to it as they can, so every value is checked again. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Tokens that the answer may have. */
  readonly answerTokens: number;
  readonly signal: AbortSignal;
  /** Told while the answer comes, with how many characters of it are there. */
  progress(characters: number): void;
}

export interface ModelAnswer {
  readonly text: string;
  /** `cut`: it reached the limit of its tokens. `refused`: it didn't want to answer. */
  readonly end: "complete" | "cut" | "refused";
  /** As the server counts; null where it doesn't say. */
  readonly usage: ModelUsage | null;
}

export interface ModelUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export interface ModelClient {
  /** For people. */
  readonly name: string;
  /** Throws `ModelFailed`; anything else is a bug of ours. */
  ask(question: ModelQuestion): Promise<ModelAnswer>;
}

/** No answer came, or half of one. */
export class ModelFailed extends Error {
  override readonly name = "ModelFailed";
  /** False where the server had not begun to answer, and nothing was spent. */
  readonly begun: boolean;

  /** `reason`: for people, a sentence without keys, addresses and words of the server. */
  constructor(reason: string, begun: boolean) {
    super(reason);
    this.begun = begun;
  }
}

/** Tokens that an organization's diagnoses cost on a day, counted in UTC days since 1970. */
export interface ModelUsageStore {
  /**
   * Takes so many tokens of a day in which at most `most` may be used; false where they don't fit, and nothing is taken.
   * Of several that ask at once each sees what the others took.
   */
  reserve(scope: Scope, day: number, tokens: number, most: number): Promise<boolean>;
  /** Counts what was spent in place of what was reserved. Never done, what was reserved counts as spent. */
  settle(scope: Scope, day: number, reserved: number, spent: number): Promise<void>;
}
