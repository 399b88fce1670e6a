// Logs as a small shop writes them: a few services, a few message shapes with changing values, one error in fifty.
const services = ["storefront", "checkout-api", "payment-api", "inventory-api", "orders-worker", "notification-worker"];
export const shapes = [
  (n) => `GET /api/v1/orders/${n % 100_000} answered 200 in ${n % 977} ms`,
  (n) => `cart ${(n * 7919) % 1_000_003} priced at ${n % 400}.${n % 100} EUR for customer ${n % 50_000}`,
  (n) => `published message ${n} to topic orders, partition ${n % 12}, in ${n % 31} ms`,
  (n) => `cache ${n % 3 === 0 ? "miss" : "hit"} for key product:${n % 20_000}`,
];

export function log(n, changes = {}) {
  const failed = n % 50 === 0;
  return {
    service: services[n % services.length],
    level: failed ? "error" : "info",
    message: failed ? `upstream timed out after ${n % 5000} ms, request ${n}` : shapes[n % shapes.length](n),
    metadata: { env: "production", pod: `pod-${n % 40}` },
    ...changes,
  };
}

export const batch = (from, count) => JSON.stringify(Array.from({ length: count }, (_, index) => log(from + index)));
