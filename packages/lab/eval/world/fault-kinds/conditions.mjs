// Conditions on the service in which a fault may begin, and how sizes are drawn. Shared by the families, names no kind.

const isProduction = ({ environment }) => environment === "production";
const roles =
  (...names) =>
  (node) =>
    isProduction(node) && names.includes(node.role);

export const isServer = roles("edge", "middle", "leaf");
export const isApplication = roles("edge", "middle", "leaf", "worker");
export const isWorker = roles("worker");
export const isDatabase = roles("database");
export const isCache = roles("cache");
export const isExternal = roles("external");
export const isCallee = roles("middle", "leaf", "database", "external");
/** At most eight requests a minute at the peak. */
export const isQuiet = (node) => roles("edge", "office", "middle", "leaf")(node) && node.peak <= 8 && node.peak >= 0.8;
export const isBusy = (node) => isServer(node) && node.peak > 20;
export const hasStore = (node, nodes) =>
  isApplication(node) && node.edges.some(({ to }) => nodes[to].role === "database");
export const hasTlsCalls = (node) =>
  isApplication(node) && node.edges.some(({ hasTls, share }) => hasTls && share > 0.05);
export const hasCalls = (node) => isApplication(node) && node.edges.length > 0;
export const hasPods = (node) => isBusy(node) && node.podsMin >= 2;

/** Log-uniform, so that small and large sizes are equally usual. */
export const size = (chance, from, to) => Math.exp(chance.between(Math.log(from), Math.log(to)));
