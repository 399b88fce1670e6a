import { expect } from "chai";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { checkParameters, conventionalTarget } from "../../src/remediate/targets/built-in-actions.ts";
import type { ActionRequest } from "../../src/remediate/targets/executor.ts";
import { inShop } from "../store/remediation-world.ts";

const wanted = (given: Partial<ActionRequest>): ActionRequest => ({
  actionType: "restart-service",
  serviceName: "checkout",
  environment: "staging",
  parameters: {},
  ...given,
});
const problems = (check: () => unknown): string[] => {
  try {
    check();
  } catch (error) {
    expect(error)
      .to.be.instanceOf(ApplicationError)
      .with.property("code")
      .that.is.oneOf(["invalid_action_parameters", "missing_action_target"]);
    return (error as ApplicationError).details.map(({ path, message }) => `${path} ${message}`);
  }
  return [];
};

describe("The parameters of an action", () => {
  it("are taken at both ends of what they may be", () => {
    for (const replicas of [0, 1, 10_000])
      expect(checkParameters("scale-service", { replicas })).to.include({ replicas });
    for (const toRevision of [1, 2 ** 40])
      expect(checkParameters("rollback-deployment", { toRevision })).to.include({ toRevision });
    checkParameters("delete-pod", { pod: `a.${"b".repeat(60)}-0`, namespace: "n".repeat(63) });
    checkParameters("rollback-deployment", {});
  });

  for (const [actionType, parameters, path] of [
    ["scale-service", {}, "/parameters/replicas"],
    ["scale-service", { replicas: -1 }, "/parameters/replicas"],
    ["scale-service", { replicas: 10_001 }, "/parameters/replicas"],
    ["scale-service", { replicas: 1.5 }, "/parameters/replicas"],
    ["scale-service", { replicas: "3" }, "/parameters/replicas"],
    ["scale-service", { replicas: null }, "/parameters/replicas"],
    ["rollback-deployment", { toRevision: 0 }, "/parameters/toRevision"],
    ["rollback-deployment", { toRevision: 2 ** 60 }, "/parameters/toRevision"],
    ["delete-pod", {}, "/parameters/pod"],
    ["delete-pod", { pod: "../secrets" }, "/parameters/pod"],
    ["delete-pod", { pod: "a", namespace: "a.b" }, "/parameters/namespace"],
    ["restart-service", { deployment: "Upper" }, "/parameters/deployment"],
    ["restart-service", { deployment: `${"a".repeat(254)}` }, "/parameters/deployment"],
    ["restart-service", { replicas: 3 }, "/parameters/replicas"],
    ["restart-service", { "a/b~c": 3 }, "/parameters/a~1b~0c"],
  ] as const) {
    it(`of ${actionType} don't fit as ${JSON.stringify(parameters)}, and ${path} is named`, () => {
      const named = problems(() => checkParameters(actionType, parameters));
      expect(named).to.have.length(1);
      expect(named[0]).to.match(new RegExp(`^${path.replaceAll("/", "\\/")} `));
    });
  }

  it("that don't fit are all named, and for one that isn't known those that are", () => {
    expect(problems(() => checkParameters("scale-service", { namespace: 1, count: 2 }))).to.deep.equal([
      "/parameters/replicas must be a whole number from 0 to 10000",
      "/parameters/namespace must be the name of a Kubernetes namespace",
      "/parameters/count isn't a parameter of scale-service, which takes replicas, namespace, deployment",
    ]);
  });
});

describe("What an action would act on by custom", () => {
  it("is the deployment that goes by the service's name, in the organization's namespace", () => {
    const target = { kind: "Deployment", namespace: "shop", name: "checkout" };
    for (const actionType of ["restart-service", "rollback-deployment"])
      expect(conventionalTarget(wanted({ actionType }), inShop).target).to.deep.equal(target);
    expect(conventionalTarget(wanted({ serviceName: "Payment_API " }), inShop).target).to.include({
      name: "payment-api",
    });
  });

  it("is what the parameters name, where they do", () => {
    const parameters = { replicas: 4, namespace: "other", deployment: "web" };
    const target = conventionalTarget(wanted({ actionType: "scale-service", serviceName: null, parameters }), inShop);
    expect(target).to.deep.include({ target: { kind: "Deployment", namespace: "other", name: "web" }, parameters });
    const pod = conventionalTarget(wanted({ actionType: "delete-pod", parameters: { pod: "web-1" } }), inShop);
    expect(pod.target).to.deep.equal({ kind: "Pod", namespace: "shop", name: "web-1" });
  });

  it("is nothing where no service is known, nor for an action that isn't Tocsin's own", () => {
    expect(problems(() => conventionalTarget(wanted({ serviceName: null }), inShop))).to.deep.equal([
      "/serviceName must name a service whose deployment goes by its name, where parameters.deployment names none",
    ]);
    const pod = { actionType: "delete-pod", serviceName: null, parameters: { pod: "web-1" } };
    expect(problems(() => conventionalTarget(wanted(pod), inShop))).to.have.lengthOf(1);
    expect(() => conventionalTarget(wanted({ actionType: "flush-cache" }), inShop)).to.throw(
      "is not an action type of Tocsin",
    );
  });
});
