import { type AttackWorld, SECRET } from "./attack-world.ts";

/** An attempt of a confined command to escape. */
export interface Attack {
  readonly name: string;
  /** Prints ESCAPED or the secret if it succeeds. */
  readonly command: string;
  /**
   * Succeeds without the sandbox, which proves that it is an attack. Absent if the attempt would harm the machine or
   * needs root.
   */
  readonly works?: true;
}

const node = (script: string): string => `${process.execPath} -e '${script}' 2>&1`;
const connect = (where: string): string =>
  node(
    `const s = require("node:net").connect(${where}, () => { console.log("ESCAPED"); s.destroy(); }); s.on("error", (e) => console.log(e.code))`,
  );

/** Runs an attempt to create `b` with the set-user-ID or set-group-ID bit. */
const settingIds = (attempt: string): string =>
  `rm -rf b; cp /bin/cat b; ${attempt}; find . ! -path './.git*' -perm /6000 | grep -q . && echo ESCAPED; rm -rf b c`;
const perl = (script: string): string => settingIds(`perl -e '${script}'`);

/** A program for x86-64 that calls `chmod("b", 04755)` as a 32-bit program does (`int 0x80`), and ends. */
const COMPATIBLE =
  "f0VMRgIBAQAAAAAAAAAAAAIAPgABAAAAeABAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAEAAOAABAAAAAAAAAAEAAAAFAAAAAAAAAAAAAAAAAEAAAAAAAAAAQAAAAAAA" +
  "lAAAAAAAAACUAAAAAAAAAAAQAAAAAAAAuA8AAAC7kgBAALntCQAAzYAx27gBAAAAzYBiAA==";

export const attacks = ({ home, port }: Pick<AttackWorld, "home" | "port">): readonly Attack[] => [
  { name: "write a file outside of the folder", command: `echo x > ${home}/new && echo ESCAPED; rm -f ${home}/new`, works: true },
  { name: "append to a start-up file", command: `echo "" >> ${home}/.bashrc && echo ESCAPED` },
  { name: "write through a link in the folder", command: "touch -c link && echo >> link && echo ESCAPED" },
  { name: "write through a link to a folder", command: "touch up/new && echo ESCAPED && rm up/new", works: true },
  { name: "make a symbolic link", command: `ln -sfn ${home} mine && touch mine/new && echo ESCAPED && rm mine/new`, works: true },
  { name: "take a hard link to a file outside", command: `ln ${home}/notes taken && echo ESCAPED && rm taken`, works: true },
  { name: "change a mode outside", command: `chmod 755 ${home}/notes && echo ESCAPED` },
  { name: "write by /proc/self/root", command: `touch /proc/self/root${home}/new && echo ESCAPED && rm ${home}/new`, works: true },
  { name: "write by /proc/1/root", command: `touch /proc/1/root${home}/new && echo ESCAPED` },
  { name: "write by an open folder", command: `exec 7< ${home}; touch /proc/self/fd/7/new && echo ESCAPED && rm ${home}/new`, works: true },
  {
    name: "find the parent's files by /proc",
    command: `for p in /proc/[0-9]*; do touch $p/root${home}/new $p/cwd/../new && echo ESCAPED; done`,
  },
  { name: "mount over something", command: "mkdir -p m && mount -t tmpfs none m && echo ESCAPED" },
  { name: "mount the root writable again", command: `mount -o remount,rw / && touch ${home}/new && echo ESCAPED` },
  {
    name: "mount a bind writable again",
    command: `mount -o remount,bind,rw ${home} && echo ESCAPED; mount -o remount,bind,rw / && echo ESCAPED`,
  },
  { name: "remove a mount", command: "umount .env && cat .env; umount -l .git && echo ESCAPED; umount -l /proc && echo ESCAPED" },
  { name: "a new mount namespace", command: "unshare -m sh -c 'mount -o remount,rw / && echo ESCAPED'" },
  {
    name: "a new user namespace",
    command: `unshare -rm sh -c 'umount -l .env; cat .env; mount -o remount,bind,rw / && touch ${home}/new && echo ESCAPED'`,
  },
  {
    name: "enter the namespaces of another process",
    command:
      "for p in 1 2 $PPID; do nsenter -t $p -m -n -- true && nsenter -t $p -n -- cat /proc/net/route | grep -q . && echo ESCAPED; done",
  },
  { name: "another root", command: "mkdir -p r && chroot r /bin/true && echo ESCAPED; chroot / true && echo ESCAPED" },
  {
    name: "a device of the disk",
    command: "mknod disk b 254 0 && echo ESCAPED; ls /dev/vd* /dev/sd* /dev/nvme* /dev/mem /dev/kmsg 2>/dev/null && echo ESCAPED",
  },
  { name: "end the parent", command: `kill -9 ${process.pid} && echo ESCAPED; kill -9 -1; echo alive` },
  {
    name: "inspect the parent",
    command: `ls /proc/${process.pid}/fd && echo ESCAPED; tr '\\0' '\\n' < /proc/${process.pid}/environ && echo ESCAPED`,
  },
  {
    name: "a stronger process to trace",
    command: `cat /proc/[0-9]*/status | grep -E "Cap(Prm|Eff|Amb)" | grep -vq 0000000000000000 && echo ESCAPED`,
  },
  {
    name: "become root by a setuid program",
    command: `${home}/setuid | grep -q 'euid=0' && [ $(id -u) != 0 ] && echo ESCAPED; grep -q "NoNewPrivs:.1" /proc/self/status || echo ESCAPED`,
  },
  { name: "have a capability", command: `grep -E "Cap(Prm|Eff|Amb)" /proc/self/status | grep -vq 0000000000000000 && echo ESCAPED` },
  {
    name: "settings of the kernel",
    command:
      "cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern && echo ESCAPED; echo x > /proc/sys/kernel/hostname && echo ESCAPED",
  },
  { name: "send a command to the kernel", command: "[ -w /proc/sysrq-trigger ] && echo h > /proc/sysrq-trigger && echo ESCAPED" },
  {
    name: "settings of devices",
    command:
      "for f in /sys/kernel/uevent_helper /sys/power/state /sys/kernel/mm/ksm/run; do [ -e $f ] && (cat $f > $f) 2>/dev/null && echo ESCAPED; done",
  },
  {
    name: "other limits by cgroups",
    command:
      "for d in /sys/fs/cgroup /sys/fs/cgroup/*; do mkdir $d/attack 2>/dev/null && echo ESCAPED; echo 0 > $d/cgroup.procs && echo ESCAPED; done",
  },
  { name: "the machine's name", command: "hostname attacked && [ $(id -u) = 0 ] && echo ESCAPED" },
  { name: "a server on this machine", command: connect(String(port)), works: true },
  { name: "a server on this machine, by bash", command: `(exec 9<>/dev/tcp/127.0.0.1/${port}) && echo ESCAPED`, works: true },
  {
    name: "the network",
    command:
      "ip -o addr 2>/dev/null | grep -v ' lo ' | grep -q . && echo ESCAPED; cat /proc/net/route | tail -n +2 | grep -q . && echo ESCAPED",
  },
  { name: "a socket in the home", command: connect("process.env.ATTACK_SOCKET"), works: true },
  { name: "a socket without a file", command: connect('"\\0" + process.env.ATTACK_ABSTRACT'), works: true },
  {
    name: "sockets of the system",
    command: "ls /run/*.sock /run/*/*.sock /run/*/bus /var/run/docker.sock 2>/dev/null | grep -q . && echo ESCAPED",
  },
  {
    name: "secrets in the home",
    command: `cat ${home}/.ssh/id_rsa up/.ssh/id_rsa /proc/self/root${home}/.ssh/id_rsa; grep -r ${SECRET.slice(0, 5)} ${home}/.ssh ${home}/.local`,
    works: true,
  },
  {
    name: "secrets in the folder",
    command:
      "cat .env in/key.pem; cp .env copy; cat copy; ln .env hard; cat hard; mv .env moved; cat moved; mv in out; cat out/key.pem; mv out in",
  },
  {
    name: "move the folder of a secret",
    command: "mkdir -p node_modules; mv in node_modules/; mv in moved; ln -sfn in linked; ls moved node_modules/in && echo ESCAPED",
  },
  { name: "read it where it was moved to", command: "cat moved/key.pem node_modules/in/key.pem linked/key.pem in/key.pem" },
  {
    name: "data of Coxswain",
    command: `cat ${home}/.local/share/coxswain/credentials.json; echo x > ${home}/.local/share/coxswain/x && rm ${home}/.local/share/coxswain/x && echo ESCAPED`,
    works: true,
  },
  { name: "passwords of the system", command: "cat /etc/shadow /etc/gshadow && echo ESCAPED" },
  { name: "a hook that does not exist yet", command: "mkdir -p .git/hooks && echo x > .git/hooks/pre-commit; echo x > .git/commondir" },
  {
    name: "the configuration of git",
    command:
      "git config core.fsmonitor /bin/false && echo ESCAPED; echo x >> .git/config && echo ESCAPED; rm -f .git/config && echo ESCAPED",
  },
  {
    name: "another repository instead of it",
    command:
      "mv .git x && echo ESCAPED; rm -rf .git && [ ! -e .git/config ] && echo ESCAPED; ln -sfn in .git && [ -L .git ] && echo ESCAPED",
  },
  {
    name: "settings that do not exist yet",
    command: "mkdir .vscode && echo {} > .vscode/tasks.json; echo x > .npmrc; mkdir .claude && echo {} > .claude/settings.json",
  },
  { name: "settings by a rename", command: "mkdir y && echo {} > y/tasks.json && mv y .vscode; echo x > z && mv z .npmrc" },
  {
    name: "memory that others share",
    command: "ls /dev/shm | grep -q . && echo ESCAPED; ipcs -m 2>/dev/null | grep -q 0x && echo ESCAPED",
  },
  {
    name: "type into a terminal",
    command: `perl -e 'open(my $t, "+<", "/dev/tty") or exit 1; ioctl($t, 0x5412, my $c = "x") or exit 1' && echo ESCAPED`,
  },
  {
    name: "a socket of another kind",
    command: `perl -e 'socket(my $s, 40, 1, 0) and connect($s, pack("SSLLx4", 40, 0, 22, 2)) and print "ESCAPED\\n"; exit 0'`,
  },
  { name: "a program with the set-user-ID bit", command: settingIds("chmod 4755 b"), works: true },
  { name: "a program with the set-group-ID bit", command: settingIds("chmod g+s b"), works: true },
  { name: "a folder with the set-group-ID bit", command: settingIds("mkdir -m 2755 c; mkdir c; chmod g+s c"), works: true },
  { name: "install with the set-user-ID bit", command: settingIds("install -m 4755 /bin/cat b"), works: true },
  {
    name: "create a file with the set-user-ID bit",
    command: settingIds(node(`require("node:fs").closeSync(require("node:fs").openSync("c", "w", 0o4755))`)),
    works: true,
  },
  {
    name: "unpack a file with the set-user-ID bit",
    command: settingIds("tar -cf c --mode=4755 b; rm b; tar -xpf c"),
    works: true,
  },
  { name: "set-user-ID by openat2", command: perl('syscall(437, -100, my $p = "c", my $h = pack("Q3", 0101, 04755, 0), 24)') },
  { name: "set-user-ID by fchmodat2", command: perl('syscall(452, -100, my $p = "b", 04755, 0)') },
  {
    name: "set-user-ID by a file without a name",
    command: perl(
      'sysopen(my $f, ".", 020200002, 04755); my $n = "/proc/self/fd/" . fileno($f); syscall(265, -100, $n, -100, my $c = "c", 0x400)',
    ),
  },
  { name: "set-user-ID by a node", command: perl('syscall(133, my $p = "c", 0104755, 0)') },
  { name: "set-user-ID by the x32 interface", command: perl('syscall(0x4000005a, my $p = "b", 04755)') },
  { name: "set-user-ID by a mode with high bits", command: perl('syscall(90, my $p = "b", 0x7fff00000000 | 04755)') },
  {
    name: "set-user-ID as a 32-bit program",
    command: settingIds(`echo ${COMPATIBLE} | base64 -d > c; chmod 755 c; ./c`),
    ...(process.arch === "x64" ? { works: true } : {}),
  },
  { name: "open files by io_uring", command: `perl -e 'print "ESCAPED" if syscall(425, 1, my $p = chr(0) x 120) >= 0'` },
  {
    name: "a program with capabilities",
    command: `cp /bin/cat b; perl -e 'print "ESCAPED" if syscall(188, my $p = "b", my $n = "security.capability", my $v = pack("L5", 0x02000001, 1 << 7, 0, 0, 0), 20, 0) == 0'; rm b`,
  },
];
