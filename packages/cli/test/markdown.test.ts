import { expect } from "chai";
import stringWidth from "string-width";
import { markdownText } from "../src/format/markdown.ts";
import { plainPaint } from "../src/text/paint.ts";

const text = (source: string, width = 80): string => markdownText(source, { width, paint: plainPaint });
const dangerous = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

const runbook = `# Roll \`payment-api\` back

Do **not** restart the <b>pods</b>. See [the dashboard](https://grafana.example.com/d/abc?x=1&y=2) or
<https://status.example.com>. A second sentence.\\
After a break ![graph](https://example.com/y.png) <!-- hidden --> ~~old~~ &lt;here&gt; \\*so\\*

> A quote with a long line that has to be broken somewhere since it is long.
> > Deeper

1. Check the revision:

   \`\`\`sh
   kubectl -n payments rollout history deployment/payment-api --revision=12 --output=yaml | less -R
     two more
   \`\`\`
2. Roll back

- a
  - b
    1. c
- [x] done
- [ ] not done

| Time | What |
|--|:-:|
| 08:00 | \`x\` 支払いサービス |

---

<div onclick="x">
hello
</div>
`;

describe("Markdown in a terminal", () => {
  it("is readable without colour", () => {
    expect(text(runbook, 60)).to.equal(`# Roll \`payment-api\` back

Do not restart the <b>pods</b>. See the dashboard
(https://grafana.example.com/d/abc?x=1&y=2) or
https://status.example.com. A second sentence.
After a break graph (https://example.com/y.png) ~~old~~
<here> *so*

> A quote with a long line that has to be broken somewhere
> since it is long.
>
> > Deeper

1. Check the revision:

       kubectl -n payments rollout history deployment/payment-api --revision=12 --output=yaml | less -R
         two more

2. Roll back

- a
  - b
    1. c
- [x] done
- [ ] not done

Time   What
08:00  \`x\` 支払いサービス

----------------------------------------

<div onclick="x">
hello
</div>`);
  });

  for (const width of [40, 80, 200])
    it(`fits ${width} cells except code`, () => {
      const lines = text(`${runbook}\n\n${"word ".repeat(99)}${"x".repeat(300)}\n\n${"> - ".repeat(12)}deep`, width)
        .split("\n")
        .filter((line) => !line.includes("kubectl"));
      for (const line of lines) expect(stringWidth(line), line).to.be.at.most(width);
    });

  it("shows the rows of a wide table one after the other, uncut", () => {
    const wide = `| Who | What |\n|-|-|\n| ada | ${"word ".repeat(12)}end |\n| bob | |`;
    expect(text(wide, 40)).to.equal(
      "Who: ada\nWhat: word word word word word word\n  word word word word word word end\n\nWho: bob",
    );
  });

  it("ends every style at the end of a line and begins it again on the next one", () => {
    const paint = (style: unknown, painted: string) =>
      String(style) === "bold" ? `\u001b[1m${painted}\u001b[22m` : `\u001b[36m${painted}\u001b[39m`;
    expect(markdownText("So **very very long a text** is `this`", { width: 20, paint })).to.equal(
      "So \u001b[1mvery very long a\u001b[22m\n\u001b[1mtext\u001b[22m is \u001b[36m`this`\u001b[39m",
    );
  });

  it("has no control sequences", () => {
    const hostile =
      "# a\u001b]0;x\u0007b\n\n[c\u202e](\u001b[2Jd) &#27;[31m&#x9b;2J e&#x202e; `\u009b1m` <i\u0007>\n\n```\n\u001b[2Jf\u0008\n```\n\n" +
      "|\u001b[1mg|h&#8;|\n|-|-|\n|&#27;|i|\n\n![&#27;]8;;x](y&#7;)";
    expect(text(hostile)).not.to.match(dangerous);
  });

  it("hides only comments", () => {
    expect(text("<!-- a -->\n\nb <!-- c -->\n\n<!-- d --> e\n\n<!-- never ended")).to.equal(
      "b\n\n<!-- d --> e\n\n<!-- never ended",
    );
  });

  it("shows a link once if text and address are equal", () => {
    expect(text("[a@b.example](mailto:a@b.example) https://c.example [d](https://d.example)")).to.equal(
      "a@b.example https://c.example d (https://d.example)",
    );
  });
});
