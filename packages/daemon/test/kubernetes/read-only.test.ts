import { expect } from "chai";
import { createConnection } from "../../src/adapters/kubernetes/cluster-connection.ts";
import { isReadOnly } from "../../src/adapters/kubernetes/read-only.ts";
import { sendRequest } from "../../src/adapters/kubernetes/transport.ts";
import { type FakeKubernetes, openFakeKubernetes, podOf } from "../support/kubernetes.ts";
import { failureOf } from "./executing.ts";

const POD = "https://localhost/api/v1/namespaces/default/pods/checkout-1";
const readOnly = (method: string, address: string, body?: string): boolean =>
  isReadOnly({ method, url: new URL(address), body });

describe("a request to the cluster that may leave before an action's sending is stored", () => {
  it("is a plain read, and none that runs something where it is read", () => {
    expect(readOnly("GET", POD)).to.equal(true);
    expect(readOnly("GET", `${POD}/log?tailLines=5`)).to.equal(true);
    expect(readOnly("GET", POD, "{}")).to.equal(false);
    for (const below of ["proxy", "proxy/admin", "exec", "attach", "portforward"]) {
      expect(readOnly("GET", `${POD}/${below}`), below).to.equal(false);
    }
  });

  it("is a PATCH whose query, and nothing else, says that it is a dry run", () => {
    const body = JSON.stringify({ dryRun: ["All"] });
    expect(readOnly("PATCH", `${POD}?fieldManager=tocsin&dryRun=All`, "{}")).to.equal(true);
    for (const query of ["", "?dryRun=", "?dryRun=all", "?dryRun=All&dryRun=None", "?dryrun=All", "#dryRun=All"]) {
      expect(readOnly("PATCH", `${POD}${query}`, body), query).to.equal(false);
    }
  });

  it("is a DELETE whose body says so, or whose query does where there is no body", () => {
    expect(readOnly("DELETE", POD, JSON.stringify({ kind: "DeleteOptions", dryRun: ["All"] }))).to.equal(true);
    expect(readOnly("DELETE", `${POD}?dryRun=All`)).to.equal(true);
    for (const options of ["{}", "[]", "null", '{"dryRun":"All"}', '{"dryRun":[]}', '{"dryRun":["All","x"]}', "{"]) {
      expect(readOnly("DELETE", `${POD}?dryRun=All`, options), options).to.equal(false);
    }
  });

  it("is nothing else", () => {
    for (const method of ["POST", "PUT", "OPTIONS", "CONNECT", "get"]) {
      expect(readOnly(method, `${POD}?dryRun=All`, '{"dryRun":["All"]}'), method).to.equal(false);
    }
  });

  describe("over the transport", () => {
    let cluster: FakeKubernetes;
    before(async () => {
      cluster = await openFakeKubernetes();
    });
    after(() => cluster.close());

    it("is all that leaves without permission: a write isn't even connected for", async () => {
      cluster.pods.set("checkout-1", podOf("checkout-1"));
      const opened = await createConnection(cluster.kubeconfig).open();
      const url = new URL("api/v1/namespaces/default/pods/checkout-1?dryRun=All", opened.server);
      const body = JSON.stringify({ apiVersion: "v1", kind: "DeleteOptions" });
      const headers = { "content-type": "application/json" };
      const sending = sendRequest(opened, { method: "DELETE", url, headers, body }, AbortSignal.timeout(5_000));
      expect(await failureOf(sending)).to.equal(
        "WriteNotPermitted: DELETE /api/v1/namespaces/default/pods/checkout-1 may change the cluster, and only an action's send may.",
      );
      expect([cluster.connections(), cluster.requests]).to.deep.equal([0, []]);
      expect(cluster.pods.has("checkout-1")).to.equal(true);
    });
  });
});
