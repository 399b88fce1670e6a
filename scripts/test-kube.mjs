// Tests of probes and remediation against a real cluster, the one that KUBECONFIG names: npm run test:kube. They create
// namespaces of their own with a few pods in them, and delete them. TOCSIN_TEST_KUBE_IMAGE: an image with a shell and
// busybox' tools.
import { existsSync } from "node:fs";
import { runMocha } from "./mocha.mjs";

const WITHIN_MS_MAX = 15 * 60_000;
const kubeconfig = process.env.KUBECONFIG;

if (!kubeconfig || !existsSync(kubeconfig)) {
  const missing = kubeconfig ? "names no file that exists" : "is not set";
  console.error(`KUBECONFIG ${missing}: set it to the file of a cluster where you may create and delete a namespace.`);
  process.exit(1);
}
process.exitCode = await runMocha(["test/kubernetes/real/*.test.ts"], { withinMs: WITHIN_MS_MAX });
