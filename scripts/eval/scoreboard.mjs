// Writes the figures down, with what they mean and where the cases come from.
import { writeFileSync } from "node:fs";
import { sectionsOf } from "./report.mjs";

const documentOf = ({ right, systems, heldBack, reliability, brier }, date) => `# How often a diagnosis is right

The built-in analyser, without any model, over public incidents whose cause is known. This page is written by a command:

    npm run eval:diagnosis -- --write

Last written ${date}. Without \`--write\` the command prints the tables; \`--details\` adds a line for each case, \`--only petshop,rcd\` takes some of the sets, \`--json\` gives everything to a program. The data is no part of the project: it is read from the folder that \`TOCSIN_EVAL_DATA\` names, else from \`../shared/data\` beside the checkout, and a set that isn't there is passed over and said so. Where a set was at hand only in part, its number of cases here is smaller than in its publication, and the published figure beside it is of all cases.

## Right answers

${right}

- *Service or node first*, *among the first three*: the place of the true one among the services that the hypotheses name. Who has the same confidence stands before it.
- *Service and metric first*: the first hypothesis names both.
- *Guilty commit, or none*: the commit that the first hypothesis blames where the diagnosis says that a change is at fault; where it says that none is, or can't say, the answer counts as none. *Innocent deployments blamed* is a number of cases, the fewer the better.
- *In minutes*: the same cases on the window that an incident is looked at in (\`packages/daemon/src/diagnose/gather/window.ts\`): steps of a minute, four hours before it was noticed and half an hour after. The column before it looks at each set in steps as fine as its data, as far back as it goes, at most 240 of them.
- *Simple method*: what a few lines get on the same cases in the same run (\`scripts/eval/simple-*.mjs\`). Told the onset means that it needn't find out when the trouble began, which Tocsin has to in every set.

Every hypothesis counts, also where the diagnosis was inconclusive and its root cause therefore empty.

## By system

Each cell has the set's measures in the order of the table above. One configuration serves all; nothing in the analyser knows a set.

${systems}

## Held back

${heldBack}

As fine as the data / in minutes. A diagnosis is inconclusive where its confidence is below the threshold. *Right where conclusive* is the share of the others whose first answer is right. The time is that of the analyser alone, for the slowest case.

## Confidence

Of all first hypotheses with a confidence in the range, the share that is right; the closer to the mean confidence, the more it can be believed. As fine as the data / in minutes.

${reliability}

Brier score ${brier}: the mean square of the distance between confidence and truth, 0 the best, 0.25 that of a coin.

## How far to believe it

- The analyser was developed with these cases in sight. On others expect less.
- They are few, and some are alike: in a small set one more right answer is several hundredths, and where all issues of a set have the same root cause, or two services share all of them, a habit can pass for insight.
- Published figures come from each publication's own way of feeding and counting; they say what is possible, not who is ahead. Methods that follow single requests through traces see what Tocsin doesn't take in.
- Where something stands in for what was not kept (below), the time before a fault is livelier or quieter than it was.

## How a case becomes a picture

The telemetry of each case goes by the time of its events through the collector that also serves incidents (\`packages/daemon/src/diagnose/gather/collect.ts\`), then to \`analyse\`. Where a set leaves out what a running system would have seen, something of the same set stands in for it:

- PetShop: the quiet stretch of the scenario is laid before the issue, which is of another day. Noticed when the five minutes of the issue's time are over.
- RCD Sock Shop: the time with the fault follows the time without, as if one had gone on into the other. Noticed at the end. No service alerted, and no calls are known.
- Nezha: logs and calls exist for single minutes only. Healthy minutes, those of the normal set and those before other faults, are repeated over the half hour before a fault; pods' metrics are those of the time itself. A service is its pod's name without hashes; the front end is what alerted.
- Alerts of faults: each alert is an error line of the pod, service or node that it is about. Most alerts come at all times but are kept for the minutes of faults only, so those of other faults of the same shop stand before each. A service needs its instances, a pod its node. Noticed with the first alert, nine minutes seen.
- RootCauseBench: deployments carry the message, author and files of their commit; flags are changes without a commit. Traces give the calls, and the spans themselves, the diffs, status pages and the alert's text are not looked at. In one of the cases the guilty commit went out with a later one's deployment and can't be named.

## Sources

| set | source | licence | published figures |
| --- | --- | --- | --- |
| petshop | [amazon-science/petshop-root-cause-analysis](https://github.com/amazon-science/petshop-root-cause-analysis) | CC-BY-4.0 | best of the methods that were compared with the set |
| rcd | [azamikram/rcd](https://github.com/azamikram/rcd) | none stated | BARO (Pham, Ha, Zhang, FSE 2024) |
| nezha | [IntelligentDDS/Nezha](https://github.com/IntelligentDDS/Nezha) | MIT | Nezha (Yu and others, FSE 2023) |
| fault_alerts | [boerste/rca-llm-reasoning](https://github.com/boerste/rca-llm-reasoning) | MIT | best known on these alerts |
| rootcausebench | [edgedelta/root-cause-bench](https://github.com/edgedelta/root-cause-bench) | Apache-2.0 | its leaderboard |

Nothing of the data is copied into the project.
`;

export function writeScoreboard(path, summary) {
  writeFileSync(path, documentOf(sectionsOf(summary), new Date().toISOString().slice(0, "2026-11-21".length)));
}
