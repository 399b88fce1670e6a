import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect } from "chai";
import { createConnections } from "../../src/http/connections/connections.ts";
import { createLingeringClose } from "../../src/http/connections/lingering-close.ts";

describe("the share of connections that an address has", () => {
  const MAX = 8;
  const open = () => createConnections(MAX, createLingeringClose());
  type Open = ReturnType<typeof open>;

  /** A connection in the midst of sending a body. */
  const sendFrom = (connections: Open, remoteAddress: string) => {
    const socket = new Socket();
    Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
    const connection = connections.add(socket);
    const request = new IncomingMessage(socket);
    request.headers["content-length"] = "100";
    request.push("{");
    connections.requested(request, new ServerResponse(request));
    return { socket, surplus: connection.surplus };
  };
  const alive = (all: readonly { socket: Socket }[]) => all.filter(({ socket }) => !socket.destroyed).length;

  it("is freed for an address that has less, of the address that has more", () => {
    const connections = open();
    const greedy = Array.from({ length: MAX }, () => sendFrom(connections, "192.0.2.1"));
    const others = Array.from({ length: 6 }, () => sendFrom(connections, "198.51.100.1"));
    // Half of the connections each.
    expect(alive(greedy)).to.equal(4);
    expect(others.map(({ surplus }) => surplus)).to.deep.equal([false, false, false, false, true, true]);
    expect(sendFrom(connections, "192.0.2.1").surplus).to.equal(true);
    expect(alive(others)).to.equal(6);
  });

  it("is that of a whole network of IPv6", () => {
    const connections = open();
    const greedy = Array.from({ length: MAX }, (_, index) => sendFrom(connections, `2001:db8:0:1::${index + 1}`));
    expect(sendFrom(connections, "2001:db8:0:1::ffff").surplus).to.equal(true);
    expect(alive(greedy)).to.equal(MAX);
    expect(sendFrom(connections, "2001:db8:0:2::1").surplus).to.equal(false);
    expect(alive(greedy)).to.equal(MAX - 1);
  });

  it("costs nobody else a connection where an address has all of them", () => {
    const connections = open();
    const all = Array.from({ length: MAX }, () => sendFrom(connections, "192.0.2.1"));
    expect(sendFrom(connections, "::ffff:192.0.2.1").surplus).to.equal(true);
    expect(alive(all)).to.equal(MAX);
  });
});
