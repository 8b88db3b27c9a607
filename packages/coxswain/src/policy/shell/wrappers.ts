/** A program that runs the command in its own words. */
export interface Wrapper {
  /** Short options that take a value. */
  readonly valued?: string;
  /** Long options that take a value which may be a word of its own. */
  readonly longValued?: readonly string[];
  /** Words of its own before the command. */
  readonly operands?: number;
  /** `-` is an option. */
  readonly alone?: true;
  /** Options may begin with `+`. */
  readonly plus?: true;
  /** Options that name the folder in which it runs: the next word, or what is caught. */
  readonly folder?: RegExp;
  /** `NAME=value` may stand before the command. */
  readonly assignments?: true;
  /** The command gets more arguments, which come from elsewhere. */
  readonly more?: true;
  /** With one of these options it runs nothing. */
  readonly unless?: RegExp;
  /** Without a command it runs a shell, which reads what it is given; with a pattern, only with such an option. */
  readonly shell?: true | RegExp;
  /** Why it has to be asked about, whatever it runs. */
  readonly doubt?: string;
}

const ELEVATED = "runs it with other rights";
const ELSEWHERE = "runs it in other surroundings";

/** By base name. */
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["arch", { doubt: ELSEWHERE }],
  ["builtin", {}],
  ["busybox", { unless: /^--(?:list|help|install)/ }],
  ["caffeinate", { valued: "tw" }],
  ["catchsegv", {}],
  ["chroot", { shell: true, operands: 1, doubt: ELSEWHERE }],
  ["chrt", { operands: 1, valued: "TPD", longValued: ["sched-runtime", "sched-period", "sched-deadline"] }],
  ["command", { unless: /^-[pvV]*[vV]/ }],
  ["daemonize", { valued: "acepolu", doubt: ELSEWHERE }],
  ["dbus-run-session", {}],
  ["doas", { valued: "uC", doubt: ELEVATED }],
  ["eatmydata", {}],
  [
    "env",
    { valued: "uCPa", alone: true, longValued: ["unset", "chdir", "argv0"], folder: /^(?:-[a-z0]*C|--c[a-z]*=?)(.*)$/s, assignments: true },
  ],
  ["exec", { valued: "a" }],
  ["fakeroot", { shell: true, valued: "lsbi" }],
  ["firejail", { shell: true, doubt: ELSEWHERE }],
  ["gdb", { valued: "x", doubt: ELSEWHERE }],
  ["ionice", { valued: "cnpPu", longValued: ["class", "classdata", "pid", "pgid", "uid"] }],
  ["linux32", { shell: true, doubt: ELSEWHERE }],
  ["linux64", { shell: true, doubt: ELSEWHERE }],
  ["ltrace", { valued: "aeolnpsuxFD", doubt: ELSEWHERE }],
  ["nice", { valued: "n", longValued: ["adjustment"] }],
  ["nohup", {}],
  ["noglob", {}],
  ["nsenter", { shell: true, valued: "tSG", longValued: ["target", "setuid", "setgid"], doubt: ELEVATED }],
  ["parallel", { valued: "jnNLIaS", more: true, doubt: "runs it with what it reads" }],
  ["pkexec", { longValued: ["user"], doubt: ELEVATED }],
  ["prlimit", { valued: "po", longValued: ["pid", "output"] }],
  ["proot", { shell: true, valued: "rbwq", doubt: ELSEWHERE }],
  ["proxychains", { valued: "f", doubt: ELSEWHERE }],
  ["proxychains4", { valued: "f", doubt: ELSEWHERE }],
  ["rlwrap", { valued: "bfHs" }],
  ["setarch", { shell: true, doubt: ELSEWHERE }],
  [
    "setpriv",
    {
      longValued: (
        "ambient-caps apparmor-profile bounding-set egid euid groups inh-caps landlock-access landlock-rule pdeathsig ptracer regid reuid rgid ruid seccomp-filter " +
        "securebits selinux-label"
      ).split(" "),
      doubt: ELEVATED,
    },
  ],
  ["setsid", {}],
  ["stdbuf", { valued: "ioe", longValued: ["input", "output", "error"] }],
  [
    "strace",
    {
      valued: "abeEIopPsSuUX",
      longValued:
        "abbrev attach columns const-print-style decode-fds env fault inject interruptible output quiet raw read signal status string-limit summary-columns summary-sort-by summary-syscall-overhead trace trace-path user verbose write".split(
          " ",
        ),
      doubt: ELSEWHERE,
    },
  ],
  [
    "sudo",
    {
      valued: "CDghpRrtTUu",
      longValued: ["close-from", "chdir", "group", "host", "prompt", "chroot", "role", "type", "command-timeout", "other-user", "user"],
      folder: /^(?:-[A-Za-z]*D|--chd[a-z]*=?)(.*)$/s,
      assignments: true,
      shell: /^(?:-[a-zA-Z]*[si]|--(?:shell|login))$/,
      doubt: ELEVATED,
    },
  ],
  ["systemd-inhibit", {}],
  [
    "systemd-run",
    {
      valued: "pEHMut",
      longValued:
        "background description gid host machine nice on-active on-boot on-calendar on-startup on-unit-active on-unit-inactive path-property property service-type setenv slice socket-property timer-property uid unit working-directory".split(
          " ",
        ),
      doubt: ELSEWHERE,
    },
  ],
  ["taskset", { operands: 1, valued: "p" }],
  ["time", { valued: "fo", longValued: ["format", "output"] }],
  ["timeout", { operands: 1, valued: "ks", longValued: ["kill-after", "signal"] }],
  ["torsocks", { doubt: ELSEWHERE }],
  ["toybox", {}],
  ["unbuffer", {}],
  [
    "unshare",
    {
      shell: true,
      valued: "SGRwl",
      longValued:
        "boottime load-interp map-group map-groups map-user map-users monotonic propagation root setgid setgroups setuid wd".split(" "),
      doubt: ELEVATED,
    },
  ],
  ["valgrind", { doubt: ELSEWHERE }],
  [
    "xargs",
    {
      valued: "adEIJLnPRsS",
      longValued: ["arg-file", "delimiter", "max-args", "max-chars", "max-lines", "max-procs", "process-slot-var", "replace"],
      more: true,
    },
  ],
  ["xvfb-run", { valued: "efnspw" }],
]);

/** The loader of programs runs the one that it is given. */
const LOADER = /^ld(?:-linux[\w-]*|-musl[\w-]*)?[\w.-]*\.so[\d.]*$/;

/** What runs the command in its own words, by base name. */
export const wrapperOf = (name: string): Wrapper | undefined =>
  WRAPPERS.get(name) ?? (LOADER.test(name) ? { longValued: ["library-path", "preload", "argv0", "audit"], doubt: ELSEWHERE } : undefined);

/** Shells that run a command line: their option `-c`, else what is in a file or on standard input. */
export const SHELLS: ReadonlySet<string> = new Set([
  "ash",
  "bash",
  "csh",
  "dash",
  "fish",
  "ksh",
  "mksh",
  "rbash",
  "sh",
  "tcsh",
  "yash",
  "zsh",
]);
