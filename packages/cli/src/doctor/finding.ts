/** What one look came to: `problem` keeps commands from working, `warning` may. */
export interface Finding {
  readonly about: string;
  readonly verdict: "ok" | "warning" | "problem";
  readonly text: string;
  /** What to do about it. */
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
