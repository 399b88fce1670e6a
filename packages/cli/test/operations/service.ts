import type { Reached } from "./reached.ts";

export const reached: Reached = {
  listServices: "service list",
  getService: "service show checkout",
  updateService: "service update checkout --tier tier-0",
  removeService: "service remove checkout --yes",
  renameService: "service rename checkout checkout-api",
  setServiceDependencies: "service dependencies checkout --on payments,db",
};
