// Names of services and infrastructure; each family has its own line of business.

const WORDS = {
  develop: {
    company: "shop",
    edges: [
      "storefront",
      "web",
      "mobile-bff",
      "partner-api",
      "api-gateway",
      "admin-ui",
      "checkout-web",
      "landing",
      "feeds",
    ],
    middles:
      "orders basket checkout catalog search pricing promotions customers delivery returns recommendations reviews loyalty sellers subscriptions invoices wishlist stock-view giftcards compare bundles".split(
        " ",
      ),
    leaves:
      "auth inventory tax geo media flags currency addresses vouchers sessions templates translations fraud-score barcode".split(
        " ",
      ),
    workers: "order-events mailer image-resizer stock-sync invoice-writer webhook-sender indexer feed-builder".split(
      " ",
    ),
    office: ["backoffice", "merchandising"],
    batch: ["nightly-report", "sitemap-job", "price-import"],
    externals: ["stripe", "mail-relay", "dhl-api", "vat-service", "sms-provider"],
  },
  choose: {
    company: "bank",
    edges: [
      "online-banking",
      "ios-gateway",
      "open-banking",
      "branch-web",
      "card-edge",
      "broker-web",
      "ivr",
      "api-edge",
    ],
    middles:
      "accounts transfers cards loans statements onboarding limits standing-orders disputes savings mortgages portfolio quotes trades consent payees budgets insights deposits collections".split(
        " ",
      ),
    leaves:
      "identity ledger kyc rates iban-check risk customer-master fx calendar holds signing audit-trail documents otp".split(
        " ",
      ),
    workers:
      "settlement posting-worker notifier reconciler statement-writer aml-screening document-scanner fee-poster".split(
        " ",
      ),
    office: ["teller-desk", "case-manager"],
    batch: ["end-of-day", "interest-run", "regulatory-export"],
    externals: ["swift-gateway", "card-network", "credit-bureau", "smtp-relay", "market-data"],
  },
  report: {
    company: "rail",
    edges: [
      "booking-web",
      "kiosk-gateway",
      "traveller-app",
      "agency-api",
      "station-screens",
      "ingress-proxy",
      "staff-app",
      "conductor-api",
    ],
    middles:
      "bookings fares seating journeys itineraries refunds claims railcards passes departures platforms disruptions connections waitlists groups companions dining luggage assistance upgrades".split(
        " ",
      ),
    leaves:
      "passport station-directory timetable tariff-zones seat-map barcodes delays rosters coach-layout vat-rules realtime-feed geometry locale entitlement".split(
        " ",
      ),
    workers:
      "ticket-printer delay-repay position-sink message-router settlement-feed gate-sync crew-planner alerting".split(
        " ",
      ),
    office: ["revenue-desk", "lost-property"],
    batch: ["timetable-import", "settlement-run", "occupancy-export"],
    externals: ["acquirer", "interrail-hub", "weather-provider", "voice-gateway", "map-tiles"],
  },
};

/** Words of the family, and `take(role)`: a name that wasn't taken before. */
export function createNames(family, chance) {
  const words = WORDS[family];
  const taken = new Map();
  return {
    words,
    take(role) {
      const list = words[role];
      if (!taken.has(role)) taken.set(role, { order: shuffled(list, chance), count: 0 });
      const state = taken.get(role);
      const name = state.order[state.count % list.length];
      const round = Math.floor(state.count++ / list.length);
      return round === 0 ? name : `${name}-${round + 1}`;
    },
  };
}

/** Fisher–Yates. */
export function shuffled(items, chance) {
  const order = [...items];
  for (let index = order.length - 1; index > 0; index--) {
    const other = chance.integer(0, index);
    [order[index], order[other]] = [order[other], order[index]];
  }
  return order;
}
