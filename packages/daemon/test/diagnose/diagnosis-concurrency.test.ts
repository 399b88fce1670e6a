import { expect } from "chai";
import { createDiagnosisRunner, type RunDiagnosesDeps } from "../../src/diagnose/run-diagnoses.ts";
import { onPostgres } from "../store/engines.ts";
import { type Bench, benchOn, pictureOf } from "./diagnosing-worker.ts";

const never = new AbortController().signal;
const drainJobs = (deps: RunDiagnosesDeps, stop: AbortSignal): Promise<void> =>
  createDiagnosisRunner(deps, stop).drain();

onPostgres("Several workers on one PostgreSQL", (fresh) => {
  it("never work on one diagnosis at once, and do them all", async () => {
    const store = await fresh();
    try {
      const benches = [await benchOn(store), await benchOn(store), await benchOn(store)];
      const ids: string[] = [];
      for (let count = 0; count < 12; count++) ids.push(await (benches[0] as Bench).ask());
      const begun: string[] = [];
      const gather: RunDiagnosesDeps["gather"] = async (_scope, about) => {
        begun.push(about.id);
        return pictureOf(about);
      };
      await Promise.all(benches.map((bench) => drainJobs(bench.deps({ gather }), never)));
      expect(begun.toSorted()).to.deep.equal(ids.toSorted());
      for (const id of ids)
        expect(await (benches[0] as Bench).stands(id)).to.deep.equal([
          "COMPLETED",
          "diagnosis_started",
          "diagnosis_completed",
        ]);
    } finally {
      await store.drop();
    }
  });
});
