import type { OpenAI } from "openai";
import type { ChatCompletionChunk, ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { type ModelAnswer, type ModelClient, ModelFailed, type ModelQuestion } from "../../diagnose/model/client.ts";
import { ANSWER_CHARS_MAX } from "../../diagnose/model/model-limits.ts";
import { reasonOf, refusedParameter } from "./openai-failures.ts";

export interface OpenAiOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
}

/** Times that a busy server (429, 503) or a lost connection is tried again, after the pause that the server asks for. */
const RETRIES_MAX = 2;

/**
 * A model behind the chat completions of the OpenAI API, which most servers speak: a streamed answer of structured
 * output. Tools are neither offered nor looked at.
 */
export function createOpenAiClient(options: OpenAiOptions): ModelClient {
  let opened: Promise<OpenAI> | undefined;
  return {
    name: options.model,
    async ask(question) {
      // Loaded with the first question: a start without one shall not wait for it.
      opened ??= open(options);
      const client = await opened;
      let parameters = parametersFor(options.model, question);
      for (;;) {
        const received = { begun: false };
        try {
          const stream = await client.chat.completions.create(parameters, { signal: question.signal });
          return await read(stream, question, received);
        } catch (error) {
          question.signal.throwIfAborted();
          if (error instanceof ModelFailed) throw error;
          const without = received.begun ? null : adapted(parameters, refusedParameter(error));
          if (!without) throw failed(error, options, received.begun);
          parameters = without;
        }
      }
    },
  };
}

/** A failure without a status lost its connection, or wasn't a stream of answers. */
const failed = (error: unknown, options: OpenAiOptions, begun: boolean): ModelFailed =>
  new ModelFailed(begun ? "The model's answer broke off." : reasonOf(error, options), begun);

async function open({ apiKey, baseUrl }: OpenAiOptions): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // The client would read missing options from the environment, where our settings are not.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: RETRIES_MAX,
    logLevel: "off",
    fetch: boundedFetch,
  });
}

const parametersFor = (model: string, question: ModelQuestion): ChatCompletionCreateParamsStreaming => ({
  model,
  messages: [
    { role: "system", content: question.system },
    { role: "user", content: question.data },
  ],
  response_format: {
    type: "json_schema",
    json_schema: { name: "diagnosis", strict: true, schema: { ...question.schema } },
  },
  max_tokens: question.answerTokens,
  temperature: 0,
  stream: true,
  stream_options: { include_usage: true },
});

/** Without what the server says it doesn't take; null where it isn't ours to leave out. Each goes once. */
function adapted(
  parameters: ChatCompletionCreateParamsStreaming,
  refused: string | null,
): ChatCompletionCreateParamsStreaming | null {
  if (refused === null || !(refused in parameters)) return null;
  const { [refused as keyof typeof parameters]: _refused, ...rest } = parameters;
  // Models that think before they answer count that too, and have the limit under another name.
  const limit = refused === "max_tokens" ? { max_completion_tokens: parameters.max_tokens ?? null } : {};
  return { ...(rest as ChatCompletionCreateParamsStreaming), ...limit };
}

async function read(
  stream: AsyncIterable<ChatCompletionChunk>,
  { progress }: ModelQuestion,
  received: { begun: boolean },
): Promise<ModelAnswer> {
  let text = "";
  let end: ModelAnswer["end"] | null = null;
  let usage: ModelAnswer["usage"] = null;
  received.begun = true;
  for await (const chunk of stream) {
    const choice = chunk.choices?.[0];
    text += choice?.delta?.content ?? "";
    if (text.length > ANSWER_CHARS_MAX)
      throw new ModelFailed(`The model answered more than ${ANSWER_CHARS_MAX} characters.`, true);
    if (choice?.delta?.refusal || choice?.finish_reason === "content_filter") end = "refused";
    else if (choice?.finish_reason) end ??= choice.finish_reason === "length" ? "cut" : "complete";
    usage = usageIn(chunk) ?? usage;
    progress(text.length);
  }
  if (end === null) throw new ModelFailed("The model's answer broke off.", true);
  return { text, end, usage };
}

/** As far as the server's word makes sense. */
function usageIn({ usage }: ChatCompletionChunk): ModelAnswer["usage"] {
  const [promptTokens, completionTokens] = [usage?.prompt_tokens, usage?.completion_tokens];
  return isCount(promptTokens) && isCount(completionTokens) ? { promptTokens, completionTokens } : null;
}

const TOKENS_MAX = 10_000_000;
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= TOKENS_MAX;

/** Limit of one answer. A chunk of a stream has about 300 bytes for one word. */
const RESPONSE_BYTES_MAX = 8 * 1024 * 1024;

/** Sends to this server only, and follows no redirect. Reads no more than the limit. */
async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (!response.body) return response;
  let left = RESPONSE_BYTES_MAX;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) controller.error(new Error("The answer is too large."));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded, response);
}
