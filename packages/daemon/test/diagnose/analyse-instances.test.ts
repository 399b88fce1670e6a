import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { incident } from "../store/samples.ts";
import { pattern, troubledPicture } from "../support/pictures.ts";

/** The step in which somebody notices. */
const NOTICED_STEP = 100;
const diagnosisOf = (picture: Picture) => analyse(picture).diagnosis;
const first = (picture: Picture) => diagnosisOf(picture).hypotheses[0];
const withoutChange = (given: Partial<Picture> = {}) => troubledPicture({ changes: [], ...given });

describe("The built-in analyser and instances", () => {
  describe("where instances and machines report under names of their own", () => {
    const names = ["cart", "cart-0", "cart-1", "mail", "mail-0", "mail-1", "machine-1", "machine-2"];
    const services = names.map((name) => ({ name, distance: 0, inCatalog: true }));
    const lies = (instance: string, machine: string) => ({ caller: instance, callee: machine });
    const calls = [
      ...["cart-0", "mail-0", "mail-1"].map((instance) => lies(instance, "machine-1")),
      ...["cart-1"].map((instance) => lies(instance, "machine-2")),
    ];
    const shop = (alerts: Readonly<Record<string, readonly string[]>>) =>
      withoutChange({
        services,
        calls,
        incident: incident({ primaryService: null, affectedServices: [] }),
        metrics: [],
        volumes: [],
        patterns: Object.entries(alerts).flatMap(([service, all]) =>
          all.map((name) => ({ ...pattern(service, name), counts: alert.counts })),
        ),
      });
    const alert = pattern("any", "any");
    alert.counts.fill(0);
    alert.counts[NOTICED_STEP] = 1;

    it("doesn't hold against a machine what the instances complain of that lie on it", () => {
      const complaint = ["trace_degraded"];
      const alerts = {
        "machine-1": ["system_cpu_usage_up"],
        "cart-0": complaint,
        "mail-0": complaint,
        "mail-1": complaint,
      };
      const confidenceOf = (picture: Picture) =>
        diagnosisOf(picture).hypotheses.find(({ service }) => service === "machine-1")?.confidence ?? 0;
      const apart = { ...shop(alerts), calls: [] };
      expect(confidenceOf(shop(alerts))).to.equal(confidenceOf(apart));
    });

    it("blames the service of which all instances are", () => {
      const cpu = ["container_cpu_usage_up"];
      expect(first(shop({ "cart-0": cpu, "cart-1": cpu, "machine-1": cpu }))?.service).to.equal("cart");
    });

    it("takes an instance for that of the service whose name it bears, not of one with a number less", () => {
      const cpu = ["container_cpu_usage_up"];
      const alerts = { "mail2-0": cpu, "mail2-1": cpu };
      const among = (more: readonly string[]) => {
        const known = [...services, ...more.map((name) => ({ name, distance: 0, inCatalog: true }))];
        return first({ ...shop(alerts), services: known })?.service;
      };
      expect(among(["mail2"])).to.equal("mail2");
      expect(among([])).to.equal("mail");
    });

    it("makes no service of what machines are called alike", () => {
      const cpu = ["system_cpu_usage_up"];
      const { hypotheses } = diagnosisOf(shop({ "machine-1": cpu, "machine-2": cpu }));
      expect(hypotheses.map(({ service }) => service)).to.have.members(["machine-1", "machine-2"]);
    });

    it("takes an alert about traffic for a consequence, and one about a resource for a cause", () => {
      const alerts = { "cart-1": ["container_network_receive_up"], "mail-1": ["container_cpu_usage_up"] };
      const { hypotheses } = diagnosisOf(shop(alerts));
      expect(hypotheses[0]?.service).to.equal("mail-1");
      expect(hypotheses[0]?.confidence).to.be.above(hypotheses[1]?.confidence ?? 0);
    });
  });
});
