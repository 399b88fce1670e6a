import { Args, Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { unknownServiceNote } from "../../find/unknown-service-note.ts";
import { changeFlags, parseWord, usageError } from "../../flags/common-flags.ts";
import { sensitivityText } from "../../format/detection-report.ts";

const words = ["quiet", "normal", "early"] as const;

export default defineCommand({
  summary: "Show or set how much evidence detection demands.",
  description:
    "quiet demands a chance of a false alarm ten times smaller than normal, early one ten times larger. The sensitivity of a service comes before that of the organization. Workers apply it to all telemetry from then on. Metric thresholds, fatal logs, error bursts, failed deployments and silence don't depend on it.",
  examples: [
    "tocsin detection sensitivity",
    'tocsin detection sensitivity early --service checkout-api --reason "Sale on Friday"',
    "tocsin detection sensitivity quiet",
    "tocsin detection sensitivity --reset --service checkout-api",
  ],
  args: { sensitivity: Args.string({ description: "quiet, normal or early; without it, show the settings." }) },
  flags: {
    service: Flags.string({ description: "Only of this service." }),
    reset: Flags.boolean({ description: "Remove the setting." }),
    reason: Flags.string({
      char: "r",
      description: "Reason for the change.",
      helpValue: "<text>",
      default: "Set by hand.",
    }),
    ...changeFlags,
  },
  async request({ client, args, flags }) {
    const { service, reset, reason } = flags;
    const given = args.sensitivity === undefined ? null : parseWord(args.sensitivity, words);
    if (given !== null && reset)
      throw usageError("Give a sensitivity or --reset, not both", "detection sensitivity --reset");
    const isChange = given !== null || reset;
    const settings = isChange
      ? await client.detection.setSensitivity({ sensitivity: given, reason, ...(service !== undefined && { service }) })
      : await client.detection.sensitivity();
    this.log(sensitivityText(settings, service, this.layout));
    const doubt = service !== undefined && isChange ? await unknownServiceNote(client, service) : undefined;
    if (doubt !== undefined) this.note(doubt);
    if (isChange) this.suggestNext("detection report");
    return settings;
  },
});
