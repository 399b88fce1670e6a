import { createHash } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { ErrorBody } from "../support/request.ts";
import { OUTPUT_BYTES, toolOutputRun } from "./tool-output-run.ts";

describe("the output of diagnostic tools", function () {
  this.timeout(30_000);
  const world = toolOutputRun();

  it("is kept by the hash of its content, for the daemon's user alone, and read back as an attachment", async () => {
    world.answers = world.says("all is well\n");
    const result = await world.checked();
    expect(result).to.include({ status: "success" });
    const output = await world.outputOf(result);
    expect(output.text).to.include("all is well");
    expect(createHash("sha256").update(output.text).digest("hex")).to.equal(result.rawRef);
    expect(output.headers.get("content-type")).to.equal("text/plain; charset=utf-8");
    expect(output.headers.get("x-content-type-options")).to.equal("nosniff");
    expect(output.headers.get("content-disposition")).to.equal(`attachment; filename="${result.toolRunId}.txt"`);
    expect(statSync(world.fileOf(result.rawRef)).mode & 0o777).to.equal(0o600);
    expect(readdirSync(join(world.daemon.dataDir, "probe-output", result.rawRef.slice(0, 2)))).to.deep.equal([
      result.rawRef,
    ]);
    const detail = (await world.send("GET", world.tools(`/runs/${result.toolRunId}`))).json();
    expect(detail).to.include({ rawOutputPreview: output.text, hasRawOutput: true, outputRef: result.rawRef });
    const [, event] = (await world.send("GET", `/incidents/${world.incident}/events`)).json<
      Record<string, unknown>[]
    >();
    expect(event).to.deep.include({
      type: "diagnosis_completed",
      actor: "Grace",
      metadata: {
        eventKind: "diagnostic_tool_run",
        toolRunId: result.toolRunId,
        toolType: "checkHttpHealth",
        provider: "http",
      },
    });
  });

  it("holds no secret and no control character, wherever it is shown", async () => {
    world.answers = world.says(
      "password=hunter2swordfish\n\u001b[31mERROR pass\u0001word: hunter2swordfish\u001b[0m\u202e\u0007\n",
    );
    const result = await world.checked();
    const shown = [
      JSON.stringify(result),
      (await world.outputOf(result)).text,
      (await world.send("GET", world.tools(`/runs/${result.toolRunId}`))).json<{ rawOutputPreview: string }>()
        .rawOutputPreview,
      (await world.send("GET", world.tools("/runs"))).text,
      (await world.send("GET", `/incidents/${world.incident}/events`)).text,
    ];
    for (const text of shown) {
      expect(text).to.not.include("hunter2");
      expect(text).to.not.match(/[\u0000\u0007\u001b\u202e]/);
    }
    expect(shown[1]).to.include("[redacted]").and.include("ERROR");
    expect(result.keyPatterns.join("\n")).to.include("ERROR");
  });

  it("is cut at the limit, which the metrics count", async () => {
    world.answers = world.says("🦋 line\n".repeat(OUTPUT_BYTES));
    const result = await world.checked();
    expect(result.summary).to.include("cut");
    const { text } = await world.outputOf(result);
    expect(Buffer.byteLength(text)).to.be.within(OUTPUT_BYTES / 2, OUTPUT_BYTES);
    const { rawOutputPreview } = (await world.send("GET", world.tools(`/runs/${result.toolRunId}`))).json<{
      rawOutputPreview: string;
    }>();
    expect(Buffer.byteLength(rawOutputPreview)).to.be.within(4_000, 4_096);
    expect(text.startsWith(rawOutputPreview)).to.equal(true);
    expect((await world.send("GET", world.tools("/metrics"))).json()).to.deep.include({
      total: 1,
      success: 1,
      truncated: 1,
    });
  });

  it("is not found any more where its file is gone, while the run stays", async () => {
    world.answers = world.says("soon gone");
    const result = await world.checked();
    rmSync(world.fileOf(result.rawRef));
    const output = await world.outputOf(result);
    expect(output.status).to.equal(404);
    expect(output.json<ErrorBody>().message).to.match(/another process|lost/);
    expect((await world.send("GET", world.tools(`/runs/${result.toolRunId}`))).status).to.equal(200);
  });
});
