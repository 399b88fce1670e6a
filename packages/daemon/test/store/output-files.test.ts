import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { expect } from "chai";
import { OUTPUT_FOLDERS, type OutputFiles } from "../../src/probe/output-files.ts";
import { createOutputFiles } from "../../src/store/probes/probe-output-files.ts";

describe("files of outputs", () => {
  let directory: string;
  let files: OutputFiles;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "tocsin-test-outputs-"));
    files = createOutputFiles(join(directory, "outputs"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const later = (): number => Date.now() + 60_000;
  const nobody = async (): Promise<ReadonlySet<string>> => new Set();
  const read = async (ref: string): Promise<string | undefined> => {
    const output = await files.open(ref);
    return output && (await textOf(output.content));
  };
  const folderOf = (ref: string): number => Number.parseInt(ref.slice(0, 2), 16);
  const sweepAll = async (before: number, named: Parameters<OutputFiles["sweep"]>[2]): Promise<number> => {
    let removed = 0;
    for (let folder = 0; folder < OUTPUT_FOLDERS; folder++) removed += await files.sweep(folder, before, named);
    return removed;
  };

  it("hold the same content once, readable by their owner alone", async () => {
    const [one, same, other] = [await files.keep("a 🦋"), await files.keep("a 🦋"), await files.keep("b")];
    expect(one).to.equal(same).and.not.equal(other);
    expect(one).to.match(/^[0-9a-f]{64}$/);
    expect([await read(one), await read(other)]).to.deep.equal(["a 🦋", "b"]);
    const folder = join(directory, "outputs", one.slice(0, 2));
    expect(readdirSync(folder)).to.deep.equal([one]);
    expect(statSync(folder).mode & 0o777).to.equal(0o700);
    expect(statSync(join(folder, one)).mode & 0o777).to.equal(0o600);
  });

  it("are read by no other name than a hash", async () => {
    writeFileSync(join(directory, "secret"), "secret");
    for (const ref of ["../secret", "..", "", "A".repeat(64), `${"a".repeat(63)}/`, `${"a".repeat(64)}\n`]) {
      expect(await files.open(ref), JSON.stringify(ref)).to.equal(undefined);
    }
    expect(await files.open("0".repeat(64))).to.equal(undefined);
  });

  it("are no links: whoever may write the folder leads to no other file", async () => {
    const ref = await files.keep("an output");
    const path = join(directory, "outputs", ref.slice(0, 2), ref);
    writeFileSync(join(directory, "secret"), "secret");
    rmSync(path);
    symlinkSync(join(directory, "secret"), path);
    expect(await read(ref).catch((error: NodeJS.ErrnoException) => error.code)).to.equal("ELOOP");
  });

  it("go where nobody names them and they are old", async () => {
    const [kept, gone] = [await files.keep("named"), await files.keep("unnamed")];
    const named = async (refs: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set(refs.filter((ref) => ref === kept));
    expect(await sweepAll(Date.now() - 60_000, named)).to.equal(0);
    expect(await sweepAll(later(), named)).to.equal(1);
    expect([await read(kept), await read(gone)]).to.deep.equal(["named", undefined]);
  });

  it("that a crash left half written go too", async () => {
    const ref = await files.keep("x");
    const folder = join(directory, "outputs", ref.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${ref}.0123456789ab`), "ha");
    expect(await files.sweep(folderOf(ref), later(), async (refs) => new Set(refs))).to.equal(1);
    expect(readdirSync(folder)).to.deep.equal([ref]);
  });

  it("that are kept anew while a sweep is about to remove them stay", async () => {
    const ref = await files.keep("again");
    const path = join(directory, "outputs", ref.slice(0, 2), ref);
    const anHourAgo = Date.now() / 1000 - 3600;
    utimesSync(path, anHourAgo, anHourAgo);
    // The sweep has found it old, and asks who names it: nobody yet.
    const removed = await files.sweep(folderOf(ref), Date.now() - 1_800_000, async () => {
      await files.keep("again");
      return new Set();
    });
    expect(removed).to.equal(0);
    expect(await read(ref)).to.equal("again");
  });

  it("are never lost among many that keep and sweep the same content", async () => {
    const refs = await Promise.all(Array.from({ length: 8 }, () => files.keep("busy")));
    const [ref] = refs as [string];
    const folder = folderOf(ref);
    const path = join(directory, "outputs", ref.slice(0, 2));
    utimesSync(join(path, ref), 1, 1);
    const young = Date.now() - 60_000;
    await Promise.all([
      ...Array.from({ length: 20 }, () => files.keep("busy")),
      ...Array.from({ length: 20 }, () => files.sweep(folder, young, nobody)),
    ]);
    expect(await read(ref)).to.equal("busy");
    expect(readdirSync(path)).to.deep.equal([ref]);
  });
});
