import { expect } from "chai";
import { archiveWorld } from "./archive-world.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, log, metric, NOW, OTHER } from "./samples.ts";

onEachEngine("The search of the archive", (fresh) => {
  const world = archiveWorld(fresh);

  it("narrows by service, level, kind, words and time, all together", async () => {
    const wanted = log({ service: "pay", level: "error", message: "Card DECLINED by bank", timestamp: NOW - 500 });
    await world.archive.add([
      wanted,
      log({ service: "pay", level: "error", message: "card accepted", timestamp: NOW - 500 }),
      log({ service: "pay", level: "warn", message: "card declined", timestamp: NOW - 500 }),
      log({ service: "cart", level: "error", message: "card declined", timestamp: NOW - 500 }),
      log({ service: "pay", level: "error", message: "card declined", timestamp: NOW - 5000 }),
      metric({ service: "pay", timestamp: NOW - 500 }),
    ]);
    const all = {
      service: "pay",
      level: "error",
      kind: "log",
      text: "declined card",
      from: NOW - 1000,
      to: NOW,
    } as const;
    expect(await world.found(all)).to.deep.equal([wanted.id]);
    expect(await world.found({ service: "pay" })).to.have.length(5);
    expect(await world.found({ level: "error" })).to.have.length(4);
    expect(await world.found({ kind: "metric" })).to.have.length(1);
    expect(await world.found({ kind: "deployment" })).to.deep.equal([]);
    expect(await world.found({ text: "card" })).to.have.length(5);
    expect(await world.found({ text: "car" })).to.deep.equal([]);
    expect(await world.found({ from: NOW - 500, to: NOW - 500 })).to.have.length(5);
    expect(await world.found({ to: NOW - 501 })).to.have.length(1);
    expect(await world.found({ service: "nobody" })).to.deep.equal([]);
  });

  it("narrows by the pattern of logs, in any service or in one, and with all else together", async () => {
    const [one, two, three] = [
      log({ patternId: "00c0ffee", message: "order 7 was paid" }),
      log({ patternId: "00c0ffee", message: "order 8 was paid", level: "warn", service: "pay" }),
      log({ patternId: "00c0ffee", message: "order 9 was paid", organizationId: "other" }),
    ];
    await world.archive.add([one, two, three, log({ patternId: "00c0ffef" }), log({ message: "00c0ffee x00c0ffee" })]);
    expect(await world.found({ patternIds: ["00c0ffee"] })).to.have.members([one.id, two.id]);
    expect(await world.found({ patternIds: ["00c0ffee"], service: "pay" })).to.deep.equal([two.id]);
    expect(await world.found({ patternIds: ["00c0ffee"], level: "info" })).to.deep.equal([one.id]);
    expect(await world.found({ patternIds: ["00c0ffee"], kind: "log", text: "8 paid" })).to.deep.equal([two.id]);
    expect(await world.found({ patternIds: ["00c0ffee"], kind: "metric" })).to.deep.equal([]);
    expect(await world.found({ patternIds: ["00c0ffee"] }, OTHER)).to.deep.equal([three.id]);
    expect(await world.found({ patternIds: ["12345678"] })).to.deep.equal([]);
    expect(await world.found({ patternIds: ["12345678", "00c0ffef", "00c0ffee"], service: "checkout" })).to.have.length(
      2,
    );
    expect(JSON.parse((await world.archive.get(ACME, one.id)) ?? "{}")).to.include({ patternId: "00c0ffee" });
  });

  it("finds words whatever their case and in any script", async () => {
    const record = log({ message: "Zahlung für Müller fehlgeschlagen: 支払い失敗, код 0x1F" });
    await world.archive.add([record, log({ message: "Muller" })]);
    for (const text of ["MÜLLER", "müller zahlung", "支払い失敗", "КОД", "0x1f"]) {
      expect(await world.found({ text }), text).to.deep.equal([record.id]);
    }
  });

  it("takes any text for what it is", async () => {
    const hostile = [
      `') or 1=1 --`,
      `" AND NOT "x`,
      "'a' | !b & (c:*",
      "\uE000forged \uE001mark",
      "\uD800 lone surrogate",
      "a".repeat(300),
      "\\'; select pg_sleep(10); --",
    ];
    const records = hostile.map((message, index) => log({ message, service: `s${index} '";--` }));
    await world.archive.add(records);
    expect(await world.found({})).to.have.length(hostile.length);
    for (const [index, text] of hostile.slice(0, 5).entries()) {
      expect(await world.found({ text }), text).to.include(records[index]?.id);
    }
    expect(await world.found({ text: "!!! ''" })).to.deep.equal([]);
    expect(await world.found({ service: "s0 '\";--" })).to.deep.equal([records[0]?.id]);
    expect(await world.found({ service: "a\u0000b" })).to.deep.equal([]);
    expect(await world.found({ from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER })).to.have.length(
      hostile.length,
    );
  });
});
