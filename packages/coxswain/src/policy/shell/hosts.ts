import type { CommandWord } from "../../loop/index.ts";

/** Programs that accept hosts without a scheme. */
const CONNECTING = new Set(
  "curl wget http https httpie xh aria2c lynx w3m links nc ncat netcat socat telnet ftp sftp ssh scp rsync ping ping6 dig host nslookup whois openssl mosh autossh traceroute tracepath mtr nmap psql mysql redis-cli mongosh".split(
    " ",
  ),
);

const URL_HOST = /:\/\/(?:[^\s/@]*@)?(\[[^\]]*\]|[^\s/:?#]*)/gi;

/** Programs whose arguments are only text. */
const TEXTUAL = new Set("echo printf grep egrep fgrep rg ag ack sed test [ : true false expr basename dirname".split(" "));

/** True if the arguments of a program may name hosts. */
export const mayConnect = (program: string): boolean => !TEXTUAL.has(program);

/**
 * Hosts that a command names.
 * @param stdin possible standard input, if it is part of the line.
 */
export const hostsIn = (program: string, words: readonly CommandWord[], stdin: readonly string[] = []): readonly string[] => {
  if (!mayConnect(program)) return [];
  const connects = CONNECTING.has(program);
  const texts = [...words.slice(1).map(({ text }) => text), ...(connects ? stdin.flatMap((text) => text.split(/\s+/)) : [])];
  return texts.flatMap((text) => hostsOf(text, connects));
};

/** @param bare true if the string may be a host without a scheme. */
export const hostsOf = (text: string, bare: boolean): readonly string[] => {
  const named = [...text.matchAll(URL_HOST)].map(([, host = ""]) => host);
  const whole = bare && !text.startsWith("-") ? /^(?:[^\s/@]*@)?([\w-]+(?:\.[\w-]+)+)\.?(?:[/:?#].*)?$/.exec(text)?.[1] : undefined;
  const login = /^[\w.-]+@([\w-]+(?:\.[\w-]+)+):/.exec(text)?.[1];
  const others = named.length > 0 ? [] : [login, whole].filter((host) => host !== undefined);
  return [...named, ...others].map((host) => host.toLowerCase().replace(/\.$/, ""));
};
