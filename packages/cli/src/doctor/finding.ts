/** The result of a check: a `problem` breaks commands, a `warning` may break them. */
export interface Finding {
  readonly about: string;
  readonly verdict: "ok" | "warning" | "problem";
  readonly text: string;
  /** Instructions to fix it. */
  readonly advice?: string | undefined;
}

export const ok = (about: string, text: string): Finding => ({ about, verdict: "ok", text });
export const warning = (about: string, text: string, advice: string): Finding => ({
  about,
  verdict: "warning",
  text,
  advice,
});
export const problem = (about: string, text: string, advice: string): Finding => ({
  about,
  verdict: "problem",
  text,
  advice,
});
