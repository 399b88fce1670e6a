/**
 * Node's `http`. An import of `node:http` reads each of its exports, and some of them load undici and HTTP/2 when they
 * are read: 45 ms and 6 MiB more in each thread.
 */
export const { createServer, request, ServerResponse, STATUS_CODES } = process.getBuiltinModule("node:http");
