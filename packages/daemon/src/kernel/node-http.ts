/**
 * Node's `http`. An import of `node:http` evaluates each export, and some load undici and HTTP/2: 45 ms and 6 MiB more in
 * each thread.
 */
export const { createServer, request, ServerResponse, STATUS_CODES } = process.getBuiltinModule("node:http");
