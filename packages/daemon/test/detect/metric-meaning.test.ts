import { expect } from "chai";
import { wordsOf } from "../../src/detect/rules/metric-scope.ts";
import { type GoldenSignal, meaningOf, meaningWith } from "../../src/methods/golden-signals/metric-meaning.ts";

type Labels = Record<string, string>;
type Example = readonly [name: string, unit?: string, labels?: Labels];

const signalOf = ([name, unit = "", labels = {}]: Example): string | null => {
  const named = meaningOf(unit, wordsOf(name));
  const meaning = named && meaningWith(labels, named);
  return meaning && `${meaning.signal}${meaning.isLeft ? " left" : ""}`;
};

/** Names from the documentation of exporters, clouds, agents and client libraries. */
const examples: Readonly<
  Record<Exclude<GoldenSignal, "replicas"> | `${"disk" | "replicas"} left` | "none", readonly Example[]>
> = {
  latency: [
    ["nginx.upstream.peers.response_time"],
    ["pgbouncer.stats.avg_query_time"],
    ["redis.info.latency_ms"],
    ["TargetResponseTime", "Seconds"],
    ["envoy_cluster_upstream_rq_time"],
    ["io.dropwizard.jetty.MutableServletContextHandler.requests.p99"],
    ["stats.timers.checkout.upper_90"],
    ["monitoring.googleapis.com/uptime_check/request_latency", "ms"],
    ["redis_commands_duration_seconds_total"],
    ["mysql_perf_schema_events_statements_seconds_total"],
    ["builtin:service.response.server", "MicroSecond"],
    ["pg_stat_statements_mean_exec_time", "ms"],
  ],
  traffic: [
    ["envoy_http_downstream_rq_total"],
    ["emails_sent_total"],
    ["HTTPCode_Target_2XX_Count", "Count"],
    ["NumberOfMessagesSent", "Count"],
    ["rabbitmq_queue_messages_ack"],
    ["app_http_rate", "1/s"],
    ["mongodb_ss_opLatencies_ops"],
    ["redis.net.instantaneous_ops_per_sec"],
    ["com.example.resources.OrderResource.create.m1_rate"],
    ["messaging.client.sent.messages", "{message}"],
    ["cloudfunctions.googleapis.com/function/execution_count", "1", { status: "ok" }],
    ["http_requests_total", "", { consumer_group: "internal" }],
    ["stats.timers.api.count_90"],
    ["kafka.consumer.fetch-manager.records-consumed.count", "Count"],
  ],
  errors: [
    ["istio_requests_total", "", { response_code: "503" }],
    ["run.googleapis.com/request_count", "1", { response_code_class: "5xx" }],
    ["node_network_receive_errs_total"],
    ["hikaricp_connections_timeout_total"],
    ["HTTPCode_ELB_504_Count", "Count"],
    ["aws_applicationelb_httpcode_target_5_xx_count_sum"],
    ["ThrottledRequests", "Count"],
    ["kubernetes.io/container/restart_count", "1"],
    ["varnish.sess_dropped"],
  ],
  "error share": [["ping_percent_packet_loss"], ["http.error.ratio"]],
  availability: [
    ["network.http.can_connect"],
    ["monitoring.googleapis.com/uptime_check/check_passed"],
    ["kube_pod_container_status_ready"],
    ["up"],
    ["synthetics.http.uptime", "percent"],
    ["http_response_result_ok_ratio", "1"],
    ["httpcheck.status", "1", { "http.status_class": "2xx" }],
  ],
  hits: [["redis_keyspace_hitrate"], ["CacheHitRate", "Percent"]],
  queue: [
    ["kafka_consumer_fetch_manager_records_lag_max"],
    ["kafka.consumer.max_lag"],
    ["rabbitmq_queue_messages_ready"],
    ["ActiveMessages", "Count"],
    ["IteratorAge", "Milliseconds"],
    ["agroal_awaiting_count"],
    ["aws_sqs_approximate_number_of_messages_visible_maximum"],
  ],
  memory: [["go_memstats_alloc_bytes"], ["jvm_memory_used_bytes"], ["system.memory.utilization", "1"]],
  saturation: [
    ["container.pid.open_files"],
    ["redis_connected_clients"],
    ["aws_ecs_cpuutilization_average", "Percent"],
    ["DatabaseConnectionUtilization", "Percent"],
    ["jvm.thread.count", "{thread}"],
    ["db.client.connection.count", "{connection}"],
    ["http_requests_in_progress"],
    ["rabbitmq.node.fd_used"],
    ["container_cpu_usage_seconds_total"],
    ["CPUUtilization", "Percent"],
    ["node_load1"],
    ["system_load_average_1m"],
    ["api_dbpool_used_percent", "percent"],
    ["aspnetcore.requests.current"],
    ["ASP.NET Applications(api)\\Requests Executing"],
  ],
  disk: [
    ["system.disk.used"],
    ["kubernetes.io/pod/volume/used_bytes", "By"],
    ["kubelet_volume_stats_inodes_used"],
    ["cloudsql.googleapis.com/database/disk/utilization"],
  ],
  "disk left": [["system.disk.free"], ["FreeStorageSpace", "Megabytes"], ["disk_inodes_free", "Count"]],
  "replicas left": [
    ["kube_deployment_status_replicas_ready"],
    ["HealthyHostCount", "Count"],
    ["k8s.deployment.available_pods", "{pod}"],
    ["ECS/ContainerInsights/RunningTaskCount", "Count"],
    ["docker_swarm_tasks_running"],
    ["activemq.queue.consumers.count"],
  ],
  none: [
    ["process_uptime_seconds"],
    ["node_boot_time_seconds"],
    ["request_timeout_seconds"],
    ["latency_slo_target_ms"],
    ["kubernetes.memory.requests"],
    ["ProcessedBytes", "Bytes"],
    ["http.server.request.body.size", "By"],
    ["node_disk_writes_completed_total"],
    ["node_cpu_seconds_total", "", { mode: "idle" }],
    ["UnHealthyHostCount", "Count"],
    ["node_cpu_seconds_total", "", { cpu: "3", mode: "user" }],
    ["celery_workers_available"],
    ["servers_backup_success_total"],
    ["active_users_percent"],
    ["CPUCreditBalance", "Count"],
    ["kube_service_status_load_balancer_ingress"],
    ["stats.timers.api.sum_90"],
    ["stats.timers.api.histogram.bin_500"],
    ["go_memstats_alloc_bytes_total"],
    ["train_loss"],
    ["price_p50"],
    ["FreeableMemory", "Bytes"],
    ["Studio/Live/Completed", "{Count}"],
    ["httpcheck.status", "1", { "http.status_class": "5xx" }],
    ["db2_health.perfdata.hadr_log_gap_s.value", "s"],
    ["system.diskio.iostat.write.request.per_sec", "1/s"],
    ["container.uptime", "s"],
    ["uptime_slo_percent", "percent"],
  ],
};

describe("the meaning of a metric", () => {
  for (const [signal, all] of Object.entries(examples)) {
    it(`is ${signal} for ${all.map(([name]) => name).join(", ")}`, () => {
      for (const example of all) expect(signalOf(example), example[0]).to.equal(signal === "none" ? null : signal);
    });
  }
});
