import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import { drained, search } from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";
import { log, logs } from "../support/telemetry.ts";
import { bodySender } from "./body-sender.ts";

describe("bodies of telemetry", function () {
  this.timeout(20_000);
  const world = bodySender();

  it("with one name twice in an object count with its last value, as JSON.parse reads them", async () => {
    const twice = '{"service":"shop","level":"info","message":"twice","level":"error","metadata":{"a":1,"a":2}}';
    expect(await world.kept(twice)).to.deep.include({ level: "error", metadata: { a: 2 } });
  });

  describe("in the forms that shippers send", () => {
    const three = (word: string) => logs(3, (index) => ({ message: `${word} ${index}` }));

    it("are taken as JSON lines, with or without a last line break", async () => {
      await world.accepts(await world.batch(world.lines(three("ndjsonone")), "application/x-ndjson"), "ndjsonone", 3);
      await world.accepts(
        await world.batch(world.lines(three("ndjsontwo")).trimEnd(), "application/x-ndjson; charset=utf-8"),
        "ndjsontwo",
        3,
      );
    });

    it("are taken as JSON lines with carriage returns and empty lines between", async () => {
      await world.accepts(
        await world.batch(world.lines(three("ndjsoncrlf"), "\r\n\r\n"), "application/x-ndjson"),
        "ndjsoncrlf",
        3,
      );
    });

    it("are taken as concatenated objects labelled application/json, as Fluent Bit's json_stream is", async () => {
      await world.accepts(await world.batch(world.lines(three("streamone"), "")), "streamone", 3);
      await world.accepts(await world.batch(world.lines(three('streamtwo "}{" \\'), "\n")), "streamtwo", 3);
    });

    it("are taken with a byte order mark in front, in each form", async () => {
      await world.accepts(await world.batch(`\uFEFF${JSON.stringify(three("bomarray"))}`), "bomarray", 3);
      await world.accepts(
        await world.batch(`\uFEFF${world.lines(three("bomlines"))}`, "application/x-ndjson"),
        "bomlines",
        3,
      );
      await world.accepts(await world.batch(`\uFEFF${world.lines(three("bomstream"), "")}`), "bomstream", 3);
      expect((await world.kept(`\uFEFF${JSON.stringify(log({ message: "bomsingle" }))}`)).message).to.equal(
        "bomsingle",
      );
    });

    it("are taken in UTF-8 by whatever name, and refused with 415 in any other charset", async () => {
      for (const charset of ["utf-8", "UTF-8", '"utf-8"', "utf8", "us-ascii"]) {
        expect((await world.batch(three("charset"), `application/json; charset=${charset}`)).status, charset).to.equal(
          202,
        );
      }
      for (const charset of ["iso-8859-1", "utf-16", "windows-1252"]) {
        const answer = await world.batch(three("charset"), `application/json; charset=${charset}`);
        expect(answer.status, charset).to.equal(415);
        conforms(answer, "sendLogs");
      }
    });

    it("are refused with 415 as another content type, and JSON lines also where one event is asked for", async () => {
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/x-protobuf",
        "multipart/form-data; boundary=x",
      ]) {
        expect((await world.batch(three("other"), type)).status, type).to.equal(415);
      }
      expect((await world.batch(world.lines([log()]), "application/x-ndjson", "/events/logs")).status).to.equal(415);
    });

    it("are refused with the number of the first line that isn't JSON", async () => {
      const answer = await world.batch(`${world.lines(three("broken"))}{x\n`, "application/x-ndjson");
      expect(answer.status).to.equal(400);
      const { message, details } = answer.json<{ message: string; details: { path: string }[] }>();
      expect(message).to.contain("line 4 is not JSON");
      expect(details.map(({ path }) => path)).to.deep.equal(["/3"]);
    });

    it("are answered 202 with accepted 0 where the batch is empty", async () => {
      for (const [body, type] of [
        ["[]", "application/json"],
        [" [ ] ", "application/json"],
        ["", "application/x-ndjson"],
        ["\n\n", "application/x-ndjson"],
      ]) {
        const answer = await world.batch(body, type);
        expect(answer.status, answer.text).to.equal(202);
        expect(answer.json()).to.deep.equal({ accepted: 0 });
      }
    });

    it("are refused with 400 in the contract's words where they are no JSON", async () => {
      const cases: readonly (readonly [path: string, body: string, prefix: string])[] = [
        ["/events/logs", "{", "Invalid log event: "],
        ["/events/logs", "", "Invalid log event: "],
        ["/events/logs/batch", "[{]", "Invalid log event: "],
        ["/events/logs/batch", "{}{", "Invalid log event: "],
        ["/events/logs/batch", "null", "Invalid log event: "],
        ["/events/metrics", "[]", "Invalid metric data point: "],
        ["/events/deployments", '"x"', "Invalid deployment event: "],
      ];
      for (const [path, body, prefix] of cases) {
        const answer = await world.batch(body, "application/json", path);
        expect(answer.status, body).to.equal(400);
        expect(answer.json<ErrorBody>().message.startsWith(prefix), answer.text).to.equal(true);
      }
    });

    it("are refused whole where one element is wrong, which `details` names by its index", async () => {
      const bad = three("allornothing").with(1, log({ level: "loud" }));
      const answer = await world.batch(bad);
      expect(answer.status).to.equal(400);
      conforms(answer, "sendLogs");
      expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal("/1/level");
      await drained(world.daemon);
      expect(await search(world.daemon, { q: "allornothing" })).to.deep.equal([]);
    });
  });
});
