import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { fetchTool } from "../fetch.ts";
import { toolbox } from "../tool-context.fixture.ts";
import type { WebOptions } from "./safe-lookup.ts";
import { localDns, type Zone } from "./dns.fixture.ts";
import { loopbackWeb, PRIVATE, PUBLIC } from "./web.fixture.ts";

const ZONES: Readonly<Record<string, Zone>> = {
  "public.test": { addresses: [PUBLIC] },
  "xn--bcher-kva.test": { addresses: [PUBLIC] },
  "alias.test": { alias: "public.test" },
  "turns.test": { addresses: [[PUBLIC], [PRIVATE]] },
  localhost: { addresses: [PRIVATE] },
  "private.test": { addresses: ["10.0.0.1"] },
  "mixed.test": { addresses: ["93.184.216.34", "192.168.1.1"] },
  "six.test": { addresses: ["::1"] },
  "both-versions.test": { addresses: ["93.184.216.34", "fd00::1"] },
  "mapped.test": { addresses: ["::ffff:10.0.0.1"] },
  "translated.test": { addresses: ["64:ff9b::a00:1"] },
  "six-to-four.test": { addresses: ["2002:a00:1::"] },
  "metadata.test": { addresses: ["169.254.169.254"] },
  "zero.test": { addresses: ["0.0.0.0"] },
  "inner-alias.test": { alias: "next-alias.test" },
  "next-alias.test": { alias: "private.test" },
};

const scene = async (t: TestContext) => {
  const { calling, needs } = await toolbox(t);
  const hosts: (string | undefined)[] = [];
  const web = await loopbackWeb(t, ({ headers }, response) => {
    hosts.push(headers.host);
    response.writeHead(200, { "content-type": "text/plain" }).end("reached");
  });
  const dns = await localDns(t, ZONES);
  return { ...web, dns, hosts, calling, needs };
};

/** URLs that a model might send, with names in the local DNS, and the production rule for addresses. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  "private network": [
    ..."10.0.0.1 172.16.0.1 192.168.0.1 169.254.169.254 100.100.100.200 0.0.0.0 0 127.1 0x7f.1 0177.0.0.1 2130706433 0x7f000001 017700000001".split(
      " ",
    ),
    ..."127.0.0.1. 0x7F.0x0.0x0.0x1 127.0.1 00000177.1 １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 %31%32%37.0.0.1 255.255.255.255 224.0.0.1".split(
      " ",
    ),
    ..."[::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b:1::1]".split(
      " ",
    ),
    ..."[2002:7f00:1::] [2001:0:1::1] [fe80::1] [fc00::1] [fd00:ec2::254] [ff02::1] [fec0::1] [0000:0000:0000:0000:0000:0000:0000:0001]".split(
      " ",
    ),
    ..."localhost LOCALHOST localhost. localhost%2e ｌｏｃａｌｈｏｓｔ private.test mixed.test six.test both-versions.test mapped.test".split(
      " ",
    ),
    ..."translated.test six-to-four.test metadata.test zero.test inner-alias.test".split(" "),
  ].map((host) => `http://${host}:PORT/`),
  "not a URL": [
    ..."256.1.1.1 1.2.3.4.5 [fe80::1%25eth0] [fe80::1%eth0] [::1 [::g] 0x7g.1.1.1 127.0.0.1:99999 a%00b a%20b"
      .split(" ")
      .map((host) => `http://${host}/`),
    ..."public.test //public.test /etc/passwd http:// https://# http://?".split(" "),
  ],
  "not a web URL":
    "file:///etc/passwd ftp://public.test/ ws://public.test/ wss://public.test/ gopher://public.test/ data:text/plain,x javascript:x blob:http://public.test/x view-source:http://public.test/ about:blank mailto:a@public.test java\tscript:x localhost:3000 public.test:80".split(
      " ",
    ),
  "user name or password": [
    "http://user@public.test:PORT/",
    "http://user:secret@public.test:PORT/",
    "http://:secret@public.test:PORT/",
    "http://public.test@10.0.0.1:PORT/",
    "http://public.test:80@10.0.0.1/",
  ],
  "could not be found": ["http://unknown.test/", "http://xn--a/", "http://a..test/", `http://${"a".repeat(64)}.test/`],
};

for (const [why, urls] of Object.entries(REFUSED)) {
  for (const url of urls) {
    test(`rejects ${JSON.stringify(url.slice(0, 60))} (${why}) and sends nothing`, async (t) => {
      const { dns, calling, asked, port } = await scene(t);
      const fetch = calling(() => fetchTool({ lookup: dns.lookup }));
      await assert.rejects(fetch({ url: url.replace("PORT", String(port)) }), { name: "ToolError", message: new RegExp(why) });
      assert.deepEqual(asked, []);
    });
  }
}

/** URLs that a model might send, with the host and the path of the request. */
const REACHED: readonly (readonly [url: string, host: string, path: string])[] = [
  ["http://public.test:PORT/a?b=c#part", "public.test", "/a?b=c"],
  [" http://public.test:PORT/ ", "public.test", "/"],
  ["http://pub\tlic.test:PO\nRT/a\rb", "public.test", "/ab"],
  ["http:public.test:PORT", "public.test", "/"],
  ["http:\\\\public.test:PORT\\a\\b", "public.test", "/a/b"],
  ["http:///public.test:PORT/", "public.test", "/"],
  ["HTTP://PUBLIC.test:PORT/", "public.test", "/"],
  ["http://public.test.:PORT/", "public.test.", "/"],
  ["http://p%75blic.test:PORT/", "public.test", "/"],
  ["http://ｐｕｂｌｉｃ.test:PORT/", "public.test", "/"],
  ["http://pub\u00adlic.test:PORT/", "public.test", "/"],
  ["http://bücher.test:PORT/", "xn--bcher-kva.test", "/"],
  ["http://BÜCHER.test:PORT/ü", "xn--bcher-kva.test", "/%C3%BC"],
  ["http://@public.test:PORT/", "public.test", "/"],
  ["http://public.test:PORT\\@10.0.0.1/", "public.test", "/@10.0.0.1/"],
  ["http://public.test:PORT/#@10.0.0.1/", "public.test", "/"],
  ["http://public.test:PORT/?@10.0.0.1/", "public.test", "/?@10.0.0.1/"],
  ["http://public.test:PORT/../../a/./b", "public.test", "/a/b"],
  ["http://public.test:PORT/%0d%0aX-Evil:%201", "public.test", "/%0d%0aX-Evil:%201"],
  ["http://public.test:PORT/\r\nX-Evil: 1", "public.test", "/X-Evil:%201"],
  ["http://public.test:000PORT/", "public.test", "/"],
  ["http://alias.test:PORT/", "alias.test", "/"],
];

for (const [url, host, path] of REACHED) {
  test(`${JSON.stringify(url)}: the permission and the request are for ${path} of ${host}`, async (t) => {
    const { dns, calling, needs, asked, hosts, port } = await scene(t);
    const options = { lookup: dns.lookup, isPrivate: (address: string) => address !== PUBLIC };
    const address = url.replace("PO\nRT", `${String(port).slice(0, 2)}\n${String(port).slice(2)}`).replace("PORT", String(port));
    const tool = () => fetchTool(options);
    const [request] = await needs(tool, { url: address, format: undefined, offset: undefined });
    assert.equal(request?.subject, `http://${host}:${port}${path}`);
    assert.match((await calling(tool)({ url: address })).text, /reached$/);
    assert.deepEqual([hosts, asked], [[`${host}:${port}`], [{ at: PUBLIC, url: path }]]);
  });
}

test("rejects a URL with a private address before any permission request, and resolves a name only with permission", async (t) => {
  const { dns, needs, port } = await scene(t);
  const asking = (host: string, options: WebOptions = {}) =>
    needs(() => fetchTool({ lookup: dns.lookup, ...options }), { url: `http://${host}:${port}/`, format: undefined, offset: undefined });
  for (const host of ["127.0.0.1", "0x7f.1", "[::1]", "10.0.0.1", "localhost"])
    await assert.rejects(asking(host), { name: "ToolError", message: /private network.*Access needs an entry in the user's settings/ });
  const before = dns.asked.length;
  for (const host of ["93.184.216.34", "private.test", "sub.localhost"])
    assert.equal((await asking(host))[0]?.subject, `http://${host}:${port}/`);
  assert.equal(dns.asked.length, before);
  assert.equal((await asking("127.0.0.1", { privateHosts: [`127.0.0.1:${port}`] })).length, 1);
  assert.equal((await asking("localhost", { privateHosts: ["localhost"] })).length, 1);
});

test("resolves a name once per fetch, and checks its new addresses at the next fetch", async (t) => {
  const { dns, calling, asked, port } = await scene(t);
  const fetch = calling(() => fetchTool({ lookup: dns.lookup, isPrivate: (address) => address !== PUBLIC }));
  assert.match((await fetch({ url: `http://turns.test:${port}/` })).text, /reached$/);
  // One query per IP version.
  assert.deepEqual(dns.asked, ["turns.test", "turns.test"]);
  await assert.rejects(fetch({ url: `http://turns.test:${port}/` }), { message: /private network/ });
  assert.deepEqual(asked, [{ at: PUBLIC, url: "/" }]);
});
