import { incident } from "../store/samples.ts";

export const given = incident({
  title: "Connection pool exhausted",
  description: "Waiters time out after 30 s",
  affectedServices: ["checkout"],
});
