// Values of generated log lines. A few are frequent and most are rare, as in real logs.
const PEOPLE =
  "amelie bruno chiara dmitri elif farid greta hiro ines jakub kemal lotte mateo nadia oskar petra quentin rosa selim tilda ursula vito wanda xenia yusuf zoe backup deploy ftp git jenkins monitor oracle postgres ubuntu".split(
    " ",
  );
const HOSTS =
  "mail.harbor.example files.harbor.example img.cdn-nord.example api.paymints.example www.lighthouse.example ntp.pool.example relay.harbor.example build.harbor.example 203.0.113.9 198.51.100.77 192.0.2.45 db-primary cache01 edge-fra-2 edge-lis-1 gateway".split(
    " ",
  );
const SERVICES = "billing catalog checkout ledger mailer notifier pricing search shipping wallet returns loyalty".split(
  " ",
);
const QUEUES = "orders.created invoices refunds emails webhooks exports audits reindex thumbnails digests".split(" ");
const TABLES = "customers line_items payments sessions coupons addresses shipments reviews".split(" ");
const CITIES = "Porto,Lisbon,Vienna,Graz,Turin,Malmo,Bergen,Tampere,Ghent,Lyon,Split,Gdansk".split(",");
const FILES =
  "/srv/app/config.yaml /srv/app/views/home.html /var/spool/mail/queue /opt/tool/bin/run.sh /data/exports/q3.csv /tmp/upload-a8 ./relative/file.txt /etc/ssl/site.pem".split(
    " ",
  );
const AGENTS = ["curl/8.5.0", "Mozilla/5.0 (X11; Linux x86_64)", "kube-probe/1.29", "Go-http-client/2.0"];
const ROUTES = "/health /v2/carts/88 /v2/carts/12/items /login /static/app.9f3b.js /v2/search?q=tea&page=2 /".split(
  " ",
);

/** Of items in this order, the first is the most frequent (Zipf). */
const zipf = (items) => (chance) => items[Math.floor(items.length ** chance.next()) - 1] ?? items[0];
const hex = (chance, length) => {
  let text = "";
  while (text.length < length) text += Math.floor(chance.next() * 16).toString(16);
  return text;
};
const two = (number) => String(number).padStart(2, "0");
const clock = (chance) => `${two(chance.integer(0, 23))}:${two(chance.integer(0, 59))}:${two(chance.integer(0, 59))}`;

export const VALUES = {
  user: zipf(PEOPLE),
  host: zipf(HOSTS),
  address: (chance) => `10.${chance.integer(0, 9)}.${chance.integer(0, 255)}.${chance.integer(1, 254)}`,
  port: (chance) => String(chance.integer(1024, 65535)),
  service: zipf(SERVICES),
  queue: zipf(QUEUES),
  table: zipf(TABLES),
  city: zipf(CITIES),
  file: zipf(FILES),
  agent: zipf(AGENTS),
  route: zipf(ROUTES),
  number: (chance) => String(chance.integer(0, chance.pick([9, 99, 9999]))),
  decimal: (chance) => chance.between(0, 90).toFixed(chance.integer(1, 3)),
  hex: (chance) => hex(chance, 12),
  pointer: (chance) => `0x${hex(chance, 8)}`,
  uuid: (chance) => [8, 4, 4, 4, 12].map((length) => hex(chance, length)).join("-"),
  duration: (chance) => `${chance.between(0, 900).toFixed(2)}${chance.pick(["ms", "s", "µs"])}`,
  time: (chance) => `2031-05-${two(chance.integer(1, 28))}T${clock(chance)}.${chance.integer(100, 999)}Z`,
  clock,
  commonTime: (chance) => `${two(chance.integer(1, 28))}/May/2031:${clock(chance)} +0200`,
  status: (chance) => chance.pick(["200", "200", "200", "204", "301", "404", "500"]),
  boolean: (chance) => chance.pick(["true", "false"]),
  kilobytes: (chance) => (chance.happens(0.5) ? ` (${chance.between(1, 99).toFixed(1)} KB)` : ""),
  pod: (chance) => `${zipf(SERVICES)(chance)}-${hex(chance, 10)}-${hex(chance, 5)}`,
};
