import { expect } from "chai";
import { templatesOf } from "./templates-samples.ts";

const templateOf = (message: string): string | undefined => templatesOf(message)[0];

describe("A template", () => {
  it("names what varies by its type", () => {
    const cases = {
      "Connection to 10.0.0.7:5432 timed out after 30ms": "Connection to <ip> timed out after <num>ms",
      "order 6f1c1c1e-8a1b-4b7e-9d0e-1f2a3b4c5d6e failed": "order <uuid> failed",
      "cannot open /var/lib/app/data.db: denied": "cannot open <path>: denied",
      "user='u-17' at 0xdeadbeef": "user='u-<num>' at <hex>",
      "GET https://ada:pw@shop.example/a?b=1&c=2 from fe80::1ff:fe23:4567:890a": "GET <url> from <ip>",
      "2026-03-01 10:00:00,123 started": "<time> started",
      "at Thu Mar 1 10:00:00 2026: up": "at <time>: up",
      "[01/Mar/2026:10:00:00 +0000] hit": "[<time>] hit",
      "May 04, 2026 1:00:00 PM com.telco.Timer run": "<time> com.telco.Timer run",
      "sent 5.2 KB, then 3 parts of 14.0MB": "sent <num>, then <num> parts of <num>MB",
      "mail to eve.x@example.com from 00:1b:44:11:3a:b7": "mail to <email> from <mac>",
      "block rdd_42_1 of worker3 at node-129, commit 9fceb02d0ae5":
        "block rdd_<num> of worker<num> at node-<num>, commit <hex>",
      "C:\\Windows\\cbs.log and \\\\host\\share are locked": "<path> and <path> are locked",
      "HTTP/1.1 over IPv6 with sha256": "HTTP/<num> over IPv<num> with sha<num>",
      "delta -3.5 and 12% of +7": "delta <num> and <num>% of <num>",
    };
    for (const [message, template] of Object.entries(cases)) expect(templateOf(message)).to.equal(template);
  });

  it("keeps the words of a language, and the punctuation around them", () => {
    const messages = [
      "The session isn't there (yet): retrying... later!",
      "read/write access and TERM signals",
      "Ünïcode wörds, 日本語 too",
    ];
    for (const message of messages) expect(templateOf(message)).to.equal(message);
  });

  it("is one for lists of any length", () => {
    const lists = [
      ["ids [1]", "ids [1, 2]", "ids [1, 2, 3, 4]"],
      ["peers=10.0.0.1:80", "peers=10.0.0.1:80,10.0.0.2:81"],
    ];
    for (const messages of lists) expect(templatesOf(...messages)).to.have.length(1);
  });

  it("holds nothing that moves a terminal, turns a text around or isn't seen", () => {
    const text = templateOf("a\u001b[31mred\u202e \u0000text\u200b \u00ad\u2028end \ud800 \u{e0041}tag") ?? "";
    expect(text).to.match(/^[\x20-\x7e\ufffd]+$/);
  });
});
