/**
 * The names of the programs for commands in messages: `npx tocsin` when npm runs the program, as in a checkout,
 * otherwise the bare name.
 */
const viaNpm = ["npx", "tocsin"].includes(process.env["npm_lifecycle_event"] ?? "");

export const programs = viaNpm
  ? { cli: "npx tocsin", daemon: "npx tocsind", start: "npm start" }
  : { cli: "tocsin", daemon: "tocsind", start: "tocsind (in a checkout: npm start)" };
