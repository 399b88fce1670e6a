import { createOpenAiClient } from "../../src/adapters/openai/openai-client.ts";
import { type Analysis, analyse } from "../../src/diagnose/analyse/analyse.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { askModel, type ConsultDeps, type ConsultLimits } from "../../src/diagnose/model/ask-model.ts";
import type { ModelUsageStore } from "../../src/diagnose/model/client.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { ACME } from "../store/samples.ts";
import { troubledPicture } from "./pictures.ts";

export const KEY = "canary-key-of-the-model-0123456789";

/** What a day's budget holds, in memory. */
export function countedUsage(): ModelUsageStore & { tokens: number } {
  const usage = {
    tokens: 0,
    async reserve(_scope: unknown, _day: number, tokens: number, most: number) {
      if (usage.tokens + tokens > most) return false;
      usage.tokens += tokens;
      return true;
    },
    async settle(_scope: unknown, _day: number, reserved: number, spent: number) {
      usage.tokens += spent - reserved;
    },
  };
  return usage;
}

export interface Consulting {
  readonly picture?: Picture;
  readonly limits?: Partial<ConsultLimits>;
  readonly usage?: ModelUsageStore;
  readonly tell?: (message: string) => void;
  readonly signal?: AbortSignal;
  readonly clock?: ConsultDeps["clock"];
}

/** The analyser's diagnosis of a picture, and what it is after a model at this address was asked. */
export async function consulted(
  baseUrl: string,
  {
    picture = troubledPicture(),
    limits,
    usage = countedUsage(),
    tell = () => undefined,
    signal,
    clock,
  }: Consulting = {},
): Promise<{ builtIn: Analysis; analysis: Analysis }> {
  const deps: ConsultDeps = {
    client: createOpenAiClient({ apiKey: KEY, baseUrl, model: "fake" }),
    usage,
    limits: { seconds: 30, runTokens: 20_000, dayTokens: 500_000, ...limits },
    clock: clock ?? systemClock,
    logger: silentLogger,
  };
  const builtIn = analyse(picture);
  const analysis = await askModel(deps, ACME, picture, builtIn, tell, signal ?? new AbortController().signal);
  return { builtIn, analysis };
}
