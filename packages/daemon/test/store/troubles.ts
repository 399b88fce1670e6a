/** Kinds of trouble as people and rules word them, each in several ways; `{}` stands for what varies. */
export const troubles: Readonly<Record<string, readonly (readonly [title: string, description: string])[]>> = {
  pool: [
    ["Database connection pool exhausted", "All {} connections of the pool are in use, requests wait and time out."],
    ["Timeouts acquiring a connection", "HikariPool-{} - Connection is not available, request timed out after {}ms."],
    ["Pool of database connections used up", "Waiters pile up, the pool holds {} connections and none comes back."],
  ],
  memory: [
    ["Pods killed, out of memory", "OOMKilled {} times, the heap grows after every restart."],
    ["Heap exhausted: OutOfMemoryError", "java.lang.OutOfMemoryError: Java heap space in worker {}."],
    ["Memory leak, container OOMKilled", "Heap usage reached {} MB before the kernel killed the process."],
  ],
  disk: [
    ["Disk full on data volume", "write failed: No space left on device, {} % used."],
    ["No space left on device", "The volume /var/lib/data-{} is full, logs can't be written."],
    ["Volume nearly full", "Disk usage at {} %, no space will be left on the device within the hour."],
  ],
  certificate: [
    ["TLS handshake fails, certificate expired", "x509: certificate has expired or is not yet valid, peer 10.0.0.{}."],
    ["Expired certificate breaks calls", "SSL handshake error: certificate verify failed for host-{}."],
    ["Certificate of the gateway expired", "Clients refuse the TLS handshake since 0{}:00."],
  ],
  deadlock: [
    ["Deadlocks in the orders table", "ERROR: deadlock detected, process {} waits for ShareLock on transaction {}."],
    ["Transactions rolled back by deadlock", "Deadlock found when trying to get lock, {} transactions rolled back."],
    ["Lock waits and deadlocks", "Two transactions lock rows in opposite order, {} rolled back in a minute."],
  ],
  queue: [
    ["Consumer lag grows", "Kafka consumer group is {} messages behind, partitions are being rebalanced."],
    ["Queue backs up, consumers stall", "Consumer lag of {} messages after the rebalance of partitions."],
    ["Messages pile up in the queue", "Kafka partitions revoked {} times, the consumer doesn't catch up."],
  ],
  dns: [
    ["Name resolution fails", "getaddrinfo EAI_AGAIN for upstream-{}, DNS answers SERVFAIL."],
    ["DNS lookups time out", "no such host: lookup of node{} by the resolver failed."],
    ["Resolver answers SERVFAIL", "DNS resolution of {} names failed, getaddrinfo gives up."],
  ],
  ratelimit: [
    ["Payment provider throttles us", "429 Too Many Requests from the provider, quota of {} exceeded."],
    ["Rate limit of provider exceeded", "Requests throttled with 429, retry after {} s."],
    ["Quota exceeded, requests throttled", "Too many requests: the provider's rate limit is {} a minute."],
  ],
  login: [
    ["Users can't sign in", "Token signature invalid, {} logins refused since the key rotation."],
    ["Logins refused after key rotation", "JWT verification failed: unknown signing key kid-{}."],
    ["Sign-in broken", "Signing keys rotated, {} tokens are refused as invalid."],
  ],
  deploy: [
    ["Rollout stuck, image can't be pulled", "ImagePullBackOff for release v1.{}.0, the registry refuses access."],
    ["Deployment hangs in ImagePullBackOff", "Failed to pull image: registry unauthorized, replica {} never starts."],
    ["New release doesn't start", "ErrImagePull, the rollout waits for {} replicas that can't pull the image."],
  ],
};
