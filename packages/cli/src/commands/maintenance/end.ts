import { defineBulk } from "../../command/define-command.ts";
import { maintenanceWindowItem } from "../../find/items.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineBulk({
  summary: "End active maintenance windows.",
  description: "Give ids, or - to read them from stdin. Held candidates that still fire open incidents within seconds.",
  usage: "maintenance end ID…",
  examples: [
    "tocsin maintenance end 0198c1da",
    "tocsin maintenance list --state active -o name | tocsin maintenance end -",
  ],
  missing: "Give at least one id of a window.",
  find: maintenanceWindowItem.find,
  async each({ client, item: { id, state } }) {
    const window = await client.maintenance.end(id);
    const short = id.slice(0, 8);
    this.log(
      state === "ended" ? `${short} is already ended.` : `${short} ${cleanLine(state)} → ${cleanLine(window.state)}`,
    );
    this.suggestNext("incidents --status OPEN");
    return window;
  },
});
