// The catalog of log styles with the family each belongs to.
import { dotnetConsole } from "./log-styles/dotnet-console.mjs";
import { haproxy } from "./log-styles/haproxy.mjs";
import { logback } from "./log-styles/logback.mjs";
import { logfmt } from "./log-styles/logfmt.mjs";
import { monolog } from "./log-styles/monolog.mjs";
import { nest } from "./log-styles/nest.mjs";
import { nginx } from "./log-styles/nginx.mjs";
import { phoenix } from "./log-styles/phoenix.mjs";
import { pino } from "./log-styles/pino.mjs";
import { pythonLogging } from "./log-styles/python-logging.mjs";
import { rails } from "./log-styles/rails.mjs";
import { serilog } from "./log-styles/serilog.mjs";
import { syslog } from "./log-styles/syslog.mjs";
import { traefik } from "./log-styles/traefik.mjs";
import { zap } from "./log-styles/zap.mjs";

const BY_FAMILY = {
  develop: [pino, logfmt, logback, nginx, syslog],
  choose: [zap, pythonLogging, rails, haproxy, dotnetConsole],
  report: [serilog, phoenix, monolog, nest, traefik],
};

export const STYLES = Object.entries(BY_FAMILY).flatMap(([family, styles]) =>
  styles.map((style) => ({ isAccess: false, ...style, family })),
);

/** Edges are often proxies, which write access lines. The first edge always is one. */
export function pickStyle(family, node, chance) {
  const styles = STYLES.filter((style) => style.family === family);
  const accessShare = { edge: 0.5, middle: 0.06, leaf: 0.06 }[node.role] ?? 0;
  const isAccess = node.index === 0 || chance.happens(accessShare);
  const usual = styles.filter((style) => style.isAccess === isAccess);
  // Every style is used by the first services of a world.
  return isAccess ? usual[0] : usual[(node.index + (chance.happens(0.5) ? chance.integer(0, 3) : 0)) % usual.length];
}
