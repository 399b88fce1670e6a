import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");

const examples = readdirSync(`${root}examples`, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith(".gz"))
  .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length));
const documents = ["README.md", "docs/tour.md", "docs/sdk.md", "packages/sdk/README.md"];

const SENDS = /events\/(logs|metrics|deployments)|ingestUrl:|TOCSIN_INGEST_URL[=:]/;
const NAMES_ORGANIZATION = /x-organization-id|TOCSIN_ORGANIZATION|organizationId:/;
const COMMAND = /^ *curl (?:.*\\\n)*.*$/gm;

describe("What shows how to send telemetry", () => {
  const senders = [...examples, ...documents].filter((path) => SENDS.test(read(path)));

  it("is found", () => expect(senders.length).to.be.at.least(15));

  for (const path of senders)
    it(`names an organization of one's own: ${path}`, () => {
      const text = read(path);
      expect(text).to.match(NAMES_ORGANIZATION);
      expect(text).not.to.match(/x-organization-id["']?\s*[:= ]\s*["']?default\b/);
      for (const [command] of text.matchAll(COMMAND))
        if (SENDS.test(command)) expect(command).to.match(NAMES_ORGANIZATION);
    });
});
