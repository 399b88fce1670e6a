import { createHash } from "node:crypto";
import type { Request } from "express";
import type { Clock } from "../../kernel/clock.ts";
import { ApplicationError, coerceError, isTemporary } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { AnswerStore, Claim, StoredAnswer } from "../../model/keyed-request.ts";
import { ANSWER_KEPT_BYTES_MAX } from "../../model/request-limits.ts";
import type { Caller } from "../auth.ts";
import { problemOf, toStorageUnavailable } from "../problem.ts";

/** The answer of an operation. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A stored answer, sent again unchanged. */
export interface Replay {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An operation that takes an Idempotency-Key. */
export interface KeyedOperation {
  readonly id: string;
  /** Leading path segments that a GET can read; 0 where there are none. */
  readonly readableSegments: number;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

export type IdempotentOutcome = { readonly reply: Reply | null } | { readonly replay: Replay };

export interface IdempotencyDeps {
  readonly answers: Pick<AnswerStore, "claim" | "complete" | "release">;
  /** Answers are encrypted, because one may contain a secret. */
  readonly sealing: Sealing;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isTransient: (error: unknown) => boolean;
}

export const IDEMPOTENCY_KEY_HEADER = "idempotency-key";

const RUNNING_RETRY_SECONDS = 1;
/** Each holds an answer of up to 256 KiB. */
const PENDING_WRITES_MAX = 100;

export function createIdempotency(deps: IdempotencyDeps) {
  const { answers, clock } = deps;
  const pending = createPendingWrites(deps);
  return {
    /** Retries writes that failed. Until they succeed, a repeated request is answered 409 as if the first one still ran. */
    flush: pending.flush,
    /** Runs `run` once for each key and stores its answer. Throws an error of status 409 or 422. */
    async answer(
      operation: KeyedOperation,
      request: Request,
      caller: Caller,
      digest: string,
      run: () => Promise<Reply | null>,
    ): Promise<IdempotentOutcome> {
      const key = {
        subject: caller.subject,
        operation: operation.id,
        key: request.header(IDEMPOTENCY_KEY_HEADER) as string,
        fingerprint: sha256(`${request.originalUrl}\n${digest}`),
      };
      const outcome = await answers.claim(caller.scope, key, clock.now());
      if (outcome.state === "answered") {
        return { replay: unseal(deps, outcome.claim, outcome.answer, inspectionAdvice(operation, request)) };
      }
      if (outcome.state !== "claimed") throw refusal(outcome.state, inspectionAdvice(operation, request));
      const { claim } = outcome;
      const complete = (answer: StoredAnswer) => pending.write(() => answers.complete(claim, answer, clock.now()));
      const reply = await run().catch(async (thrown: unknown) => {
        const error = toStorageUnavailable(thrown, deps.isTransient);
        if (isFinalRefusal(error)) {
          const problem = problemOf(error);
          await complete(seal(deps, claim, problem.statusCode, JSON.stringify(problem)));
        } else await pending.write(() => answers.release(claim));
        throw thrown;
      });
      if (reply) await complete(seal(deps, claim, reply.status, JSON.stringify(reply.body), reply.headers));
      return { reply };
    },
  };
}

/** Refusals that the same request would meet again are stored; temporary ones are not, so that a retry can succeed. */
const isFinalRefusal = (error: unknown): boolean => error instanceof ApplicationError && !isTemporary(error);

function createPendingWrites({ logger, isTransient }: Pick<IdempotencyDeps, "logger" | "isTransient">) {
  const queue: (() => Promise<void>)[] = [];
  return {
    /** Resolves even if the write fails: the answer is valid and must be sent. */
    async write(work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        logger.warn("Storing the answer of a request with an Idempotency-Key failed", { error: coerceError(error) });
        if (isTransient(error) && queue.length < PENDING_WRITES_MAX) queue.push(work);
      }
    },
    async flush(): Promise<void> {
      for (let next = queue[0]; next; next = queue[0]) {
        await next().catch((error: unknown) => {
          if (isTransient(error)) throw error;
        });
        queue.shift();
      }
    },
  };
}

export const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");

const sealContext = ({ organizationId, id }: Claim): string => `${organizationId} ${id}`;

function seal(
  { sealing }: Pick<IdempotencyDeps, "sealing">,
  claim: Claim,
  status: number,
  text: string,
  headers: Replay["headers"] = {},
): StoredAnswer {
  if (Buffer.byteLength(text) > ANSWER_KEPT_BYTES_MAX) return { status, sealed: null };
  return { status, sealed: sealing.seal(JSON.stringify([headers, text]), sealContext(claim)) };
}

function unseal(
  { sealing }: Pick<IdempotencyDeps, "sealing">,
  claim: Claim,
  { status, sealed }: StoredAnswer,
  look: string,
): Replay {
  const opened = sealed === null ? undefined : sealing.open(sealed, sealContext(claim));
  if (opened === undefined) {
    const why = sealed === null ? "was too large to store" : "was sealed with another TOCSIN_SECRET_KEY";
    throw new ApplicationError(
      "idempotency_answer_lost",
      `The first request with this Idempotency-Key was answered with ${status}; that answer ${why}. ${look}`,
    );
  }
  const [headers, text] = JSON.parse(opened) as [Replay["headers"], string];
  return { status, text, headers };
}

function refusal(state: "running" | "unknown" | "other", look: string): ApplicationError {
  switch (state) {
    case "other":
      return new ApplicationError(
        "idempotency_key_reused",
        "This Idempotency-Key was sent before with another path, query or body. Send a new key with a new request.",
      );
    case "running":
      return new ApplicationError(
        "idempotency_key_in_use",
        "The first request with this Idempotency-Key is still running. Try again.",
        { retryAfterSeconds: RUNNING_RETRY_SECONDS },
      );
    case "unknown":
      return new ApplicationError(
        "idempotency_outcome_unknown",
        `The first request with this Idempotency-Key ended without an answer. It may have taken effect. ${look} If it did not, send it with a new key.`,
      );
  }
}

function inspectionAdvice({ readableSegments: readable }: KeyedOperation, request: Request): string {
  const path = request.path.split("/").slice(0, readable + 1);
  return readable === 0 ? "Read what it was to change." : `Read GET ${path.join("/")}.`;
}
