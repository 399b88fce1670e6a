// A program that logs and ends, as buffer.test.ts asks for it: URL COUNT HOW
import { Tocsin } from "../src/index.ts";

const [, , url = "", count = "0", how = ""] = process.argv;
const buffer = new Tocsin({ ingestUrl: url }).ingest.buffered({
  closeTimeoutMs: 1_000,
  ...(how.startsWith("signal") && { flushOnSignals: ["SIGTERM"] }),
});
for (let index = 0; index < Number(count); index += 1)
  buffer.log({ service: "child", level: "info", message: `line ${index}` });

if (how === "signal-of-the-host") {
  process.on("SIGTERM", () => {
    console.log("the host was told");
    void buffer.close().then(() => process.exit(7));
  });
}
if (how.startsWith("signal")) {
  setInterval(() => {}, 60_000);
  console.log("ready");
}
if (how === "exit") process.exit(0);
