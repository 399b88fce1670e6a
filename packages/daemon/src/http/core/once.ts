import { createHash } from "node:crypto";
import type { Request } from "express";
import type { Clock } from "../../kernel/clock.ts";
import { ApplicationError, coerceError, isTemporary } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { AnswerStore, Claim, StoredAnswer } from "../../model/keyed-request.ts";
import { ANSWER_KEPT_BYTES_MAX } from "../../model/request-limits.ts";
import type { Caller } from "../auth.ts";
import { orUnavailable, problemOf } from "../problem.ts";

/** What an operation answers. */
export interface Sent {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A first answer, to be sent again as it was. */
export interface Replay {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An operation that takes an Idempotency-Key. */
export interface KeyedOperation {
  readonly id: string;
  /** Segments of its path, from the left, that something can be read at; 0 where there is nothing. */
  readonly readable: number;
}

type Run = () => Promise<Sent | null>;

export interface Once {
  /** Does what `run` does once for the request's key, and answers what that was answered. Throws `conflict` or `unprocessable`. */
  answer(operation: KeyedOperation, request: Request, caller: Caller, digest: string, run: Run): Promise<Outcome>;
  /** Writes what could not be written when it was due: while the database is away, retries are told that it still runs. */
  settle(): Promise<void>;
}

export type Outcome = { readonly sent: Sent | null } | { readonly replay: Replay };

export interface OnceDeps {
  readonly answers: Pick<AnswerStore, "claim" | "complete" | "release">;
  /** Answers are kept sealed: one of them may be the only one that tells a secret. */
  readonly sealing: Sealing;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isTransient: (error: unknown) => boolean;
}

export const KEY_HEADER = "idempotency-key";

const RUNNING_RETRY_SECONDS = 1;
/** Of answers of up to 256 KiB. */
const UNSETTLED_MAX = 100;

export function createOnce(deps: OnceDeps): Once {
  const { answers, clock } = deps;
  const outbox = createUnsettled(deps);
  return {
    settle: outbox.settle,
    async answer(operation, request, caller, digest, run) {
      const asked = {
        subject: caller.subject,
        operation: operation.id,
        key: request.header(KEY_HEADER) as string,
        fingerprint: sha256(`${request.originalUrl}\n${digest}`),
      };
      const outcome = await answers.claim(caller.scope, asked, clock.now());
      if (outcome.state === "answered") {
        return { replay: replayed(deps, outcome.claim, outcome.answer, lookAt(operation, request)) };
      }
      if (outcome.state !== "claimed") throw refusal(outcome.state, lookAt(operation, request));
      const { claim } = outcome;
      const complete = (answer: StoredAnswer) => outbox.write(() => answers.complete(claim, answer, clock.now()));
      const sent = await run().catch(async (thrown: unknown) => {
        const error = orUnavailable(thrown, deps.isTransient);
        if (isFinal(error)) {
          const problem = problemOf(error);
          await complete(kept(deps, claim, problem.statusCode, JSON.stringify(problem)));
        } else await outbox.write(() => answers.release(claim));
        throw thrown;
      });
      if (sent) await complete(kept(deps, claim, sent.status, JSON.stringify(sent.body), sent.headers));
      return { sent };
    },
  };
}

/** The caller's own doing, which the same request would come to again; what passes by itself may be tried again. */
const isFinal = (error: unknown): boolean => error instanceof ApplicationError && !isTemporary(error);

interface Unsettled {
  /** Resolves also where it can't be written now: the answer is due, and true, all the same. */
  write(work: () => Promise<void>): Promise<void>;
  settle(): Promise<void>;
}

function createUnsettled({ logger, isTransient }: Pick<OnceDeps, "logger" | "isTransient">): Unsettled {
  const waiting: (() => Promise<void>)[] = [];
  return {
    async write(work) {
      try {
        await work();
      } catch (error) {
        logger.warn("What came of a request with an Idempotency-Key could not be written", {
          error: coerceError(error),
        });
        if (isTransient(error) && waiting.length < UNSETTLED_MAX) waiting.push(work);
      }
    },
    async settle() {
      for (let next = waiting[0]; next; next = waiting[0]) {
        await next().catch((error: unknown) => {
          if (isTransient(error)) throw error;
        });
        waiting.shift();
      }
    },
  };
}

export const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");

const placeOf = ({ organizationId, id }: Claim): string => `${organizationId} ${id}`;

function kept(
  { sealing }: Pick<OnceDeps, "sealing">,
  claim: Claim,
  status: number,
  text: string,
  headers: Replay["headers"] = {},
): StoredAnswer {
  if (Buffer.byteLength(text) > ANSWER_KEPT_BYTES_MAX) return { status, sealed: null };
  return { status, sealed: sealing.seal(JSON.stringify([headers, text]), placeOf(claim)) };
}

function replayed(
  { sealing }: Pick<OnceDeps, "sealing">,
  claim: Claim,
  { status, sealed }: StoredAnswer,
  look: string,
): Replay {
  const opened = sealed === null ? undefined : sealing.open(sealed, placeOf(claim));
  if (opened === undefined) {
    const why = sealed === null ? "was too large to be kept" : "was sealed with another TOCSIN_SECRET_KEY";
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
        {
          retryAfterSeconds: RUNNING_RETRY_SECONDS,
        },
      );
    case "unknown":
      return new ApplicationError(
        "idempotency_outcome_unknown",
        `The first request with this Idempotency-Key ended without an answer. It may have taken effect. ${look} If it did not, send it with a new key.`,
      );
  }
}

function lookAt({ readable }: KeyedOperation, request: Request): string {
  const path = request.path.split("/").slice(0, readable + 1);
  return readable === 0 ? "Look at what it was to change." : `Look at GET ${path.join("/")}.`;
}
