import { type Clock, DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import { createMutex } from "../../kernel/mutex.ts";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";
import type { ModelPart } from "../../model/diagnosis.ts";
import type { Scope } from "../../model/scope.ts";
import type { Analysis } from "../analyse/analyse.ts";
import type { Picture } from "../gather/incident-picture.ts";
import { checkAnswer } from "./check-answer.ts";
import { type ModelAnswer, type ModelClient, ModelFailed, type ModelUsage, type ModelUsageStore } from "./client.ts";
import { merge } from "./merge.ts";
import { ANSWER_TOKENS_MAX, ANSWER_TOKENS_MIN } from "./model-limits.ts";
import { type Prompt, promptFor, tokensOf } from "./prompt.ts";

export interface ConsultDeps {
  readonly client: ModelClient;
  readonly usage: ModelUsageStore;
  readonly limits: ConsultLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface ConsultLimits {
  /** Time limit with retries. */
  readonly seconds: number;
  /** Tokens of prompt and answer. */
  readonly runTokens: number;
  /** Tokens of an organization per UTC day. */
  readonly dayTokens: number;
}

type Tell = (message: string) => void | Promise<void>;

/**
 * Asks a model, and keeps what evidence supports. The analysis stands if that fails, and its `model` says why. Throws
 * only the abort.
 */
export async function askModel(
  deps: ConsultDeps,
  scope: Scope,
  picture: Picture,
  analysis: Analysis,
  tell: Tell,
  signal: AbortSignal,
): Promise<Analysis> {
  signal.throwIfAborted();
  try {
    return await asked(deps, scope, picture, analysis, tell, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    deps.logger.warn("Asking the model broke off", { error: coerceError(thrown) });
    return without(deps, analysis, "failed", "Asking the model broke off by an error of Tocsin's own.");
  }
}

async function asked(
  deps: ConsultDeps,
  scope: Scope,
  picture: Picture,
  analysis: Analysis,
  tell: Tell,
  signal: AbortSignal,
): Promise<Analysis> {
  const { runTokens, dayTokens } = deps.limits;
  const answerTokens = Math.min(ANSWER_TOKENS_MAX, Math.max(ANSWER_TOKENS_MIN, Math.floor(runTokens / 4)));
  const prompt = promptFor(picture, analysis, runTokens - answerTokens);
  if (!prompt) return without(deps, analysis, "skipped", nothingToAsk(picture, analysis, runTokens));
  const day = Math.floor(deps.clock.now() / DAY_MS);
  const reserved = prompt.tokens + answerTokens;
  if (!(await deps.usage.reserve(scope, day, reserved, dayTokens))) {
    const reason = `The organization's ${many(dayTokens)} tokens of this day (UTC) are used up.`;
    return without(deps, analysis, "skipped", reason);
  }
  const { spent, ...outcome } = await answerTo(deps, prompt, answerTokens, tell, signal);
  await settle(deps, scope, day, reserved, spent);
  signal.throwIfAborted();
  if ("reason" in outcome) return without(deps, analysis, "failed", outcome.reason, spent);
  return judged(deps, picture, analysis, prompt, outcome.answer, spent);
}

const many = (count: number): string => count.toLocaleString("en-US");

const nothingToAsk = (picture: Picture, { diagnosis }: Analysis, runTokens: number): string =>
  diagnosis.evidence.length + picture.patterns.length + picture.metrics.length === 0
    ? "There is no evidence that a model could weigh."
    : `The question doesn't fit into the ${many(runTokens)} tokens of one diagnosis.`;

/** The unchanged analysis. */
const without = (
  { client }: ConsultDeps,
  { conclusive, diagnosis }: Analysis,
  status: ModelPart["status"],
  reason: string,
  spent: ModelUsage = NOTHING_SPENT,
  dropped: readonly string[] = [],
): Analysis => ({
  conclusive,
  diagnosis: { ...diagnosis, model: { name: client.name, status, reason, ...spent, dropped } },
});

const NOTHING_SPENT: ModelUsage = { promptTokens: 0, completionTokens: 0 };

function judged(
  deps: ConsultDeps,
  picture: Picture,
  analysis: Analysis,
  prompt: Prompt,
  { text, end }: ModelAnswer,
  spent: ModelUsage,
): Analysis {
  if (end === "refused") return without(deps, analysis, "failed", "The model refused to answer.", spent);
  if (end === "cut") {
    const reason = "The model's answer was cut off at its token limit; see TOCSIN_OPENAI_RUN_TOKENS.";
    return without(deps, analysis, "failed", reason, spent);
  }
  const { onsetAt } = analysis.diagnosis;
  const outcome = checkAnswer(text, { prompt, picture, onsetAt: onsetAt === null ? null : Date.parse(onsetAt) });
  if ("problem" in outcome) return without(deps, analysis, "failed", outcome.problem, spent, outcome.dropped);
  const { conclusive, diagnosis } = merge(analysis, outcome.answer, prompt.exhibits, picture);
  const model = { name: deps.client.name, status: "used", reason: null, ...spent, dropped: outcome.dropped } as const;
  return { conclusive, diagnosis: { ...diagnosis, model } };
}

type Answered = ({ readonly answer: ModelAnswer } | { readonly reason: string }) & { readonly spent: ModelUsage };

/** Ends at the time limit or abort, even if the client doesn't. */
async function answerTo(
  { client, limits, clock }: ConsultDeps,
  prompt: Prompt,
  answerTokens: number,
  tell: Tell,
  signal: AbortSignal,
): Promise<Answered> {
  const late = AbortSignal.timeout(limits.seconds * SECOND_MS);
  const over = AbortSignal.any([signal, late]);
  const progress = telling(tell, clock);
  const { system, data, schema } = prompt;
  const asking = client.ask({ system, data, schema, answerTokens, signal: over, progress: progress.said });
  try {
    const answer = await rejectOnAbort(asking, over);
    return { answer, spent: answer.usage ?? guessed(prompt, tokensOf(answer.text)) };
  } catch (thrown) {
    if (over.aborted) {
      const reason = `The model took longer than ${limits.seconds} seconds.`;
      return { reason, spent: guessed(prompt, answerTokens) };
    }
    if (!(thrown instanceof ModelFailed)) throw thrown;
    return { reason: thrown.message, spent: thrown.begun ? guessed(prompt, answerTokens) : NOTHING_SPENT };
  } finally {
    await progress.done();
  }
}

/** An upper estimate if the server reports no usage. */
const guessed = ({ tokens }: Prompt, completionTokens: number): ModelUsage => ({
  promptTokens: tokens,
  completionTokens,
});

const BETWEEN_MESSAGES_MS = 2 * SECOND_MS;

/** Publishes progress in order; errors are ignored. */
function telling(tell: Tell, clock: Clock) {
  let last = clock.now();
  const mutex = createMutex();
  return {
    said(characters: number): void {
      if (clock.now() - last < BETWEEN_MESSAGES_MS) return;
      last = clock.now();
      const message = `The model has answered ${many(characters)} characters.`;
      void mutex(async () => tell(message)).catch(() => undefined);
    },
    done: () => mutex(async () => undefined),
  };
}

/** If this fails, the reservation counts as spent. */
async function settle(
  deps: ConsultDeps,
  scope: Scope,
  day: number,
  reserved: number,
  spent: ModelUsage,
): Promise<void> {
  try {
    await deps.usage.settle(scope, day, reserved, spent.promptTokens + spent.completionTokens);
  } catch (error) {
    deps.logger.warn("What a model cost could not be noted; what was reserved counts", { error: coerceError(error) });
  }
}
