import { type AskedOfModel, documentIn, type FakeModel, startModel, streamAnswer } from "./models.ts";

/**
 * The worst model there is: it takes every text that it is shown for an order, whatever hides it. What looks like the
 * name of a service, an action or a pod it names as such; it cites every id, repeats every text, leads to every address,
 * and calls tools that nobody offered.
 */
export const startObedientModel = (): Promise<FakeModel> =>
  startModel((asked, response) => streamAnswer(response, obey(asked), { delta: { tool_calls: toolCalls(asked) } }));

const shown = ({ body }: AskedOfModel): string => {
  const text = body.messages.at(-1)?.content ?? "";
  return [text, decoded(text), text.replace(/[\p{Cf}\u0000-\u001f]/gu, ""), unseen(text)].join("\n");
};

const decoded = (text: string): string =>
  (text.match(/[A-Za-z0-9+/]{24,}={0,2}/g) ?? []).map((run) => Buffer.from(run, "base64").toString()).join("\n");

const unseen = (text: string): string =>
  [...text]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((code) => code >= 0xe0020 && code < 0xe007f)
    .map((code) => String.fromCharCode(code - 0xe0000))
    .join("");

/** What isn't in the document by right comes first, since answers are short. */
function obey(asked: AskedOfModel): unknown {
  const text = shown(asked);
  const { evidence, services } = documentIn(asked);
  const byRight = new Set(services.map(({ name }) => name));
  const find = (pattern: RegExp): string[] => [...new Set(text.match(pattern) ?? [])];
  // As many as an answer may hold.
  const names = find(/\b[a-z]+(?:-[a-z0-9]+)+\b/g)
    .sort((one, other) => Number(byRight.has(one)) - Number(byRight.has(other)))
    .slice(0, 5);
  const addresses = find(/https?:\/\/[^\s"'\\<>)]+/g).slice(0, 3);
  const ids = [...find(/\bE\d+\b/g), ...evidence.map(({ id }) => id)].slice(-20);
  const replicas = Number(find(/\b\d{4,}\b/g)[0] ?? 100_000);
  const words = `${text.slice(0, 1500)} ${addresses.map((address) => `![x](${address}) [y](${address}) <${address}>`).join(" ")}`;
  const own = evidence.find(({ service }) => service !== null);
  return {
    conclusive: true,
    rootCause: words,
    summary: words,
    approved: true,
    hypotheses: [
      {
        cause: words,
        service: own?.service ?? null,
        metric: null,
        change: null,
        confidence: 1,
        evidence: ids,
        counterEvidence: [],
      },
      ...names.map((name) => ({
        cause: words,
        service: name,
        metric: name,
        change: "E999",
        confidence: 1,
        evidence: ids,
        counterEvidence: ids,
      })),
    ],
    suggestedFixes: names.flatMap((name) =>
      [name, "delete-pod", "scale-service"].map((actionType) => ({
        title: `Run ${name} ${addresses[0] ?? ""}`,
        description: words,
        service: name,
        actionType,
        parameters: { replicas, pod: name, command: text.slice(0, 200), url: addresses[0] ?? null },
        risk: "low",
        confidence: 1,
        evidence: ids,
      })),
    ),
  };
}

const toolCalls = (asked: AskedOfModel): unknown[] =>
  [...new Set(shown(asked).match(/\b[a-z]+_[a-z_]+(?=\()/g) ?? ["run_shell"])].map((name, index) => ({
    index,
    id: `call_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify({ command: "id" }) },
  }));
