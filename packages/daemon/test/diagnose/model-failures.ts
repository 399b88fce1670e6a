import { KEY } from "../support/consulting.ts";
import {
  beginStream,
  documentIn,
  refuse,
  soberAnswer,
  type startModel,
  streamAnswer,
  streamText,
} from "../support/models.ts";

type Behave = Parameters<typeof startModel>[0];

/** Answers as it should. */
export const sober: Behave = (asked, response) => streamAnswer(response, soberAnswer(documentIn(asked)));

/** How a model server fails, and the reason that is reported. */
export const failures: Readonly<Record<string, { behave: Behave; reason: RegExp; seconds?: number }>> = {
  "is busy for long": {
    behave: (_asked, response) => refuse(response, 429, "slow down", { headers: { "retry-after-ms": "1" } }),
    reason: /no more questions for now.*\(429\)/,
  },
  "asks to come back later than there is time": {
    behave: (_asked, response) => refuse(response, 429, "slow down", { headers: { "retry-after": "30" } }),
    reason: /longer than 1 seconds/,
    seconds: 1,
  },
  "doesn't take the key, and repeats it": {
    behave: (_asked, response) => refuse(response, 401, `Incorrect API key provided: ${KEY}`),
    reason: /doesn't take the key \(401\)/,
  },
  "refuses the question, and repeats the key": {
    behave: (_asked, response) => refuse(response, 400, `Bad request of ${KEY}, see [help](https://evil.example/x)`),
    reason: /refused the question \(400\): .*Bad request of \[redacted\], see help/,
  },
  "doesn't know the model": {
    behave: (_asked, response) => refuse(response, 404, "no such model"),
    reason: /doesn't know the model fake/,
  },
  "answers with a page of HTML": {
    behave: (_asked, response) => {
      response.writeHead(500, { "content-type": "text/html", "x-should-retry": "false" });
      response.end("<html><body>Traceback: /srv/app/secret.py</body></html>");
    },
    reason: /failed \(500\)/,
  },
  "answers with HTML in place of a stream": {
    behave: (_asked, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<html>Log in</html>");
    },
    reason: /broke off/,
  },
  "begins and says nothing more": {
    behave: (_asked, response) => beginStream(response),
    reason: /longer than 1 seconds/,
    seconds: 1,
  },
  "accepts and doesn't answer": { behave: () => undefined, reason: /longer than 1 seconds/, seconds: 1 },
  "hangs up in the middle": {
    behave: (asked, response) => {
      beginStream(response);
      streamText(response, JSON.stringify(soberAnswer(documentIn(asked))).slice(0, 500));
      setImmediate(() => response.destroy());
    },
    reason: /broke off/,
  },
  "stops at its token limit": {
    behave: (asked, response) =>
      streamAnswer(response, JSON.stringify(soberAnswer(documentIn(asked))).slice(0, 300), { finish: "length" }),
    reason: /cut off at its token limit/,
  },
  "says it is done with half an object": {
    behave: (asked, response) => streamAnswer(response, JSON.stringify(soberAnswer(documentIn(asked))).slice(0, 300)),
    reason: /not the JSON object/,
  },
  "refuses to answer": {
    behave: (_asked, response) => streamAnswer(response, "", { delta: { refusal: "I can't help with that." } }),
    reason: /refused to answer/,
  },
  "never stops": {
    behave: (_asked, response) => {
      beginStream(response);
      const more = (): void => {
        while (!response.destroyed) {
          if (
            !response.write(
              `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "x".repeat(1000) } }] })}\n\n`,
            )
          ) {
            response.once("drain", more);
            return;
          }
        }
      };
      more();
    },
    reason: /more than 64000 characters/,
  },
  "sends garbage": {
    behave: (_asked, response) => {
      beginStream(response);
      response.end(
        Buffer.concat([Buffer.from("data: "), Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]), Buffer.from("\n\n")]),
      );
    },
    reason: /broke off/,
  },
};
