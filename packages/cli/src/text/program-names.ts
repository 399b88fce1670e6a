/**
 * How the programs are called where we run, for what people are told to type: `npx tocsin` where npm found us, as it
 * does in a checkout, else the bare name that was found on the PATH.
 */
const viaNpm = ["npx", "tocsin"].includes(process.env["npm_lifecycle_event"] ?? "");

export const programs = viaNpm
  ? { cli: "npx tocsin", daemon: "npx tocsind", start: "npm start" }
  : { cli: "tocsin", daemon: "tocsind", start: "tocsind (in a checkout: npm start)" };
