import { expect } from "chai";
import fc from "fast-check";
import type { Alert } from "../../src/correlate/alert-group.ts";
import type { Call } from "../../src/correlate/service-reach.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { createAlertGrouping } from "./alert-grouping.ts";

const AT = Date.parse("2026-11-21T12:00:00Z");

const alert = (service: string, minutes: number, text = `Errors in ${service}`): Alert => ({
  at: AT + minutes * MINUTE_MS,
  key: `${service} ${text}`,
  services: [service],
  text,
});

/** By alert, the number of its fault and what showed it. */
async function group(alerts: readonly Alert[], calls: readonly Call[] = []) {
  const place = createAlertGrouping<Alert>(async (services) =>
    calls.filter((call) => call.some((end) => services.includes(end))),
  );
  const faults: unknown[] = [];
  const placed = [];
  for (const each of alerts) {
    const { fault, membership } = await place(each);
    if (!faults.includes(fault)) faults.push(fault);
    placed.push({
      fault: faults.indexOf(fault),
      by: membership?.compared.by,
      isSure: membership?.isSure,
      reason: membership?.reason,
    });
  }
  return placed;
}

describe("The built-in correlation", () => {
  it("gives alerts of one service to one fault, and is sure", async () => {
    const [first, second] = await group([alert("shop", 0, "Errors"), alert("shop", 4.6, "Slow")]);
    expect(first).to.include({ fault: 0, by: undefined });
    expect(second).to.include({ fault: 0, by: "same_service", isSure: true });
    expect(second?.reason).to.equal("Same service shop, 4.6 minutes apart.");
    const [, later] = await group([alert("shop", 0, "Errors"), alert("shop", 1, "Slow")]);
    expect(later?.reason).to.equal("Same service shop, 1 minute apart.");
  });

  it("takes for another fault what comes to another service after five quiet minutes", async () => {
    const placed = await group([alert("shop", 0, "Errors"), alert("cart", 5.1, "Errors"), alert("shop", 14.9, "Slow")]);
    expect(placed.map(({ fault }) => fault)).to.deep.equal([0, 1, 0]);
  });

  it("lets a fault last for an hour, however it goes on", async () => {
    const placed = await group(Array.from({ length: 17 }, (_, index) => alert("shop", index * 4, `Errors ${index}`)));
    expect(placed.map(({ fault }) => fault)).to.deep.equal([...Array(16).fill(0), 1]);
  });

  it("takes an alert that rings already for one of another fault, and gives that fault what comes then", async () => {
    const alerts = [
      alert("shop", 0, "Errors"),
      alert("shop", 1, "Slow"),
      alert("shop", 2, "Errors"),
      alert("shop", 3, "Full"),
    ];
    expect((await group(alerts)).map(({ fault }) => fault)).to.deep.equal([0, 0, 1, 1]);
    const further = [...alerts, alert("shop", 3.5, "Slow"), alert("shop", 4, "Slow")];
    expect((await group(further)).map(({ fault }) => fault)).to.deep.equal([0, 0, 1, 1, 1, 2]);
  });

  it("follows calls whichever way they go, and is sure of two and not of three", async () => {
    const calls: Call[] = [
      ["shop", "cart"],
      ["cart", "store"],
      ["edge", "shop"],
    ];
    const [, near, far] = await group(
      [alert("store", 0, "Full"), alert("cart", 2, "Slow"), alert("shop", 4, "Errors")],
      calls,
    );
    expect(near).to.include({ fault: 0, by: "calls", isSure: true });
    // The cart is nearer than what it began with.
    expect(far).to.include({ fault: 0, by: "calls", isSure: true });
    const [, two] = await group([alert("store", 0, "Full"), alert("shop", 2, "Errors")], calls);
    expect(two).to.include({ fault: 0, isSure: true });
    const [, three] = await group([alert("store", 0, "Full"), alert("edge", 2, "Errors")], calls);
    expect(three).to.include({ fault: 0, isSure: false });
    expect(two?.reason).to.equal("shop and store are 2 calls from each other, 2 minutes apart.");
  });

  it("keeps apart at once what known calls don't join, whatever the alerts say", async () => {
    const calls: Call[] = [
      ["shop", "cart"],
      ["wiki", "search"],
    ];
    const placed = await group([alert("shop", 0), alert("wiki", 0), alert("cart", 0.5), alert("search", 0.6)], calls);
    expect(placed.map(({ fault }) => fault)).to.deep.equal([0, 1, 0, 1]);
  });

  it("goes by what is said and by the minute where calls aren't known, and is sure of what is said", async () => {
    const named = [alert("ledger", 0, "Disk is full"), alert("shop", 3, "Charge failed, no answer of ledger")];
    expect((await group(named))[1]).to.include({ fault: 0, by: "named", isSure: true });
    const alike = [
      alert("shop", 0, "Connection refused by 10.0.0.1"),
      alert("wiki", 3, "Connection refused by 10.0.0.7"),
    ];
    expect((await group(alike))[1]).to.include({ fault: 0, by: "same_words", isSure: true });
    const atOnce = [alert("shop", 0, "Slow"), alert("wiki", 0.9, "Disk is full")];
    expect((await group(atOnce))[1]).to.include({ fault: 0, by: "same_minute", isSure: false });
    const later = [alert("shop", 0, "Slow"), alert("wiki", 1.1, "Disk is full")];
    expect((await group(later))[1]).to.include({ fault: 1 });
  });

  it("compares the messages that two alerts quote, since their rule writes the same about all services", async () => {
    const quoting = (given: Alert, cause: string): Alert => ({ ...given, cause });
    const [, same, other, names] = await group([
      quoting(alert("cart", 0), "no route to the order store"),
      quoting(alert("shop", 2, "Failing"), "no route to the order store"),
      quoting(alert("news", 3.5), "certificate of the mail relay has expired"),
      quoting(alert("mails", 5), "no answer from news"),
    ]);
    expect(same).to.include({ fault: 0, by: "same_words" });
    expect(other).to.include({ fault: 1, by: undefined });
    expect(names).to.include({ fault: 1, by: "named" });
  });

  it("finds names as a whole", async () => {
    const placed = await group([alert("cart", 0, "Full"), alert("shop", 3, "No answer of cartographer")]);
    expect(placed.map(({ fault }) => fault)).to.deep.equal([0, 1]);
  });

  it("never looks ahead: what comes later changes nothing about what came", () => {
    const services = fc.constantFrom("a", "b", "c", "d");
    const steps = fc.tuple(services, fc.integer({ min: 0, max: 7 }), fc.constantFrom("Slow", "Full of a", "Errors"));
    const calls = fc.array(fc.tuple(services, services), { maxLength: 4 });
    return fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 30 }), calls, fc.nat(30), async (given, known, most) => {
        const minutes = (last: number): number => given.slice(0, last + 1).reduce((sum, [, gap]) => sum + gap / 2, 0);
        const alerts = given.map(([service, , text], index) => alert(service, minutes(index), text));
        const all = await group(alerts, known);
        expect(await group(alerts.slice(0, most), known)).to.deep.equal(all.slice(0, most));
      }),
    );
  });

  it("walks a hub of thousands, hostile names and cycles within bounds", async () => {
    const calls: Call[] = Array.from({ length: 5000 }, (_, index) => ["hub", `leaf ${index}`]);
    calls.push(["hub", "hub"], ["leaf 1", "hub"], ["__proto__", "hub"]);
    const [, found] = await group([alert("hub", 0, "Full"), alert("__proto__", 2, "x".repeat(1_000_000))], calls);
    expect(found).to.include({ fault: 0, by: "calls", isSure: true });
  });
});
