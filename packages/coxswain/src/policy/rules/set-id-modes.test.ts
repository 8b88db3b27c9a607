import assert from "node:assert/strict";
import { test } from "node:test";
import { commandReader } from "../shell/index.ts";
import { ruledCommand } from "./rule-corpus.fixture.ts";
import { rulesPolicy } from "./rules-policy.ts";

const verdicts = async (program: string, lines: string) => {
  const read = await commandReader();
  const policy = rulesPolicy({ allow: [`bash(${program})`], ask: [], deny: [] }, { home: "/home/ada", folder: "/work" });
  return lines.split("; ").map((line) => [`${program} ${line}`, ruledCommand(`${program} ${line}`, policy, read).verdict] as const);
};

const SETTING = {
  chmod:
    "4755 b; 2755 b; 6755 b; 7777 b; 3755 b; 5755 b; 04755 b; 0004755 b; -R 4755 b; u+s b; g+s b; +s b; u+xs b; u=rwxs b; u-w,g+s b; u+x,u+s b; u-x+s b; +4000 b; =4755 b; -- 4755 b; --reference=/bin/su b",
  mkdir: "-m 2755 d; -m2755 d; -pm 2755 d; --mode=2755 d; --mode 2755 d; -m g+s d; -m=rwx,+s d",
  install: "-m 4755 a b; -m4755 a b; -Dm 4755 a b; --mode=u+s a b; --mo 4755 a b",
  mknod: "-m 4755 b p",
  cp: "-p /usr/bin/sudo b; -a /bin/su b; --preserve=mode /usr/bin/su b; --archive /usr/bin/su b; -rp /opt/a b",
  rsync: "-a /usr/bin/su b; -p /usr/bin/su b; --perms /usr/bin/su b",
} as const;

const PLAIN = {
  chmod: "755 b; 0644 b; 1777 d; +t d; +x b; u+x b; go-rwx b; u-s b; ug=rw,o=r b; -x b; u=g b",
  mkdir: "2024; -p 2024/11; -m 755 d; -m u+x d; *",
  install: "-m 755 a b; -d d; -Dm644 a b",
  cp: "-p a b; -a a b; /usr/share/a b; * d; -r a b",
  rsync: "-a a b; -r /usr/share/a b",
} as const;

test("A3: a mode with the set-user-ID or set-group-ID bit asks, also if its program is allowed", async () => {
  for (const [program, lines] of Object.entries(SETTING))
    for (const [line, verdict] of await verdicts(program, lines)) assert.notEqual(verdict, "allow", line);
});

test("other modes of an allowed program are allowed", async () => {
  for (const [program, lines] of Object.entries(PLAIN))
    for (const [line, verdict] of await verdicts(program, lines)) assert.equal(verdict, "allow", line);
});
