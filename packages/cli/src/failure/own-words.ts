import { programs } from "../text/program-names.ts";

/**
 * The server speaks to every client, and of headers. Whoever sits before the command line sends none, and can do
 * something about options and variables.
 */
const translations: readonly (readonly [RegExp, string])[] = [
  [
    /Send the header x-organization-id to use an organization of your own\./,
    "A mistyped name counts too. To use an organization of your own: --organization NAME (or TOCSIN_ORGANIZATION).",
  ],
  [/Send a token in the header Authorization: Bearer <token>\./, "The token is missing or malformed."],
  [/name reportRecipients in the reporting settings\./, `to name somebody: ${programs.cli} report set --to EMAIL`],
  [/PUT \/incidents\/:id\/resources maps/, `${programs.cli} incident resource set maps`],
  [/Send it in the header x-api-key\./, "Set TOCSIN_API_KEY to it."],
  [/(?:the header |\/headers\/)?x-organization-id/gi, "--organization (or TOCSIN_ORGANIZATION)"],
];

/** What the server says, in the words of the command line. */
export const inOwnWords = (text: string): string =>
  translations.reduce((said, [pattern, ours]) => said.replace(pattern, ours), text);
