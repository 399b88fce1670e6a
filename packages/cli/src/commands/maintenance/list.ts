import { Flags } from "@oclif/core";
import { defineList } from "../../command/define-command.ts";
import { oneOf, pageFlags, readPages } from "../../flags/common-flags.ts";
import { windowListing, windowStates } from "../../format/maintenance.ts";

export default defineList({
  summary: "List maintenance windows, the latest start first.",
  examples: ["tocsin maintenance list --state active", "tocsin maintenance list --service checkout --all -o csv"],
  flags: {
    service: Flags.string({ description: "Only windows of this service." }),
    state: oneOf(windowStates, { description: "Only windows in this state." }),
    ...pageFlags("windows"),
  },
  async read({ client: { maintenance }, flags }) {
    const filter = { service: flags.service, state: flags.state };
    return readPages((limit) => maintenance.listAll({ ...filter, limit }), flags);
  },
  listing: windowListing,
  none: "No window matches these filters.",
});
