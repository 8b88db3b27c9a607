/** Short and long names of the same option, by program: a rule may use one and a command the other. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["rm", "r=recursive R=recursive f=force i=interactive d=dir v=verbose"],
  ["cp", "r=recursive R=recursive a=archive f=force n=no-clobber l=link s=symbolic-link p=preserve"],
  ["mv", "f=force n=no-clobber"],
  ["ln", "s=symbolic f=force"],
  ["chmod", "R=recursive f=silent"],
  ["chown", "R=recursive h=no-dereference"],
  ["chgrp", "R=recursive"],
  ["mkdir", "p=parents m=mode"],
  ["grep", "r=recursive R=dereference-recursive i=ignore-case f=file"],
  ["ls", "a=all R=recursive"],
  ["curl", "o=output O=remote-name k=insecure d=data X=request T=upload-file F=form L=location H=header u=user s=silent K=config"],
  ["wget", "O=output-document r=recursive q=quiet i=input-file"],
  ["tar", "x=extract c=create f=file z=gzip t=list I=use-compress-program C=directory P=absolute-names"],
  ["git push", "f=force d=delete u=set-upstream n=dry-run"],
  ["git commit", "n=no-verify a=all m=message s=signoff"],
  ["git clean", "f=force d=d x=x X=X n=dry-run"],
  ["git checkout", "f=force B=b+force b=b"],
  ["git switch", "f=force C=create+force c=create"],
  ["git branch", "f=force D=delete+force d=delete m=move M=move+force c=copy C=copy+force"],
  ["git add", "f=force A=all u=update"],
  ["git rm", "f=force r=r"],
  ["git tag", "f=force d=delete"],
  ["git fetch", "f=force p=prune"],
  ["git rebase", "i=interactive x=exec"],
  ["git stash", "u=include-untracked a=all"],
  ["git reset", "q=quiet"],
  ["npm", "g=global f=force y=yes D=save-dev"],
  ["docker", "f=force v=volume d=detach e=env p=publish a=all"],
  ["kubectl", "f=filename n=namespace A=all-namespaces"],
  ["sed", "i=in-place n=quiet e=expression f=file"],
  ["kill", "9=9 s=signal"],
  ["rsync", "r=recursive a=archive e=rsh"],
  ["shred", "u=remove f=force z=zero"],
  ["truncate", "s=size"],
  ["pip", "r=requirement e=editable U=upgrade"],
  ["ssh", "i=i"],
]);

/** Programs with long options after one dash. */
export const ONE_DASH = new Set([
  "find",
  "gfind",
  "java",
  "terraform",
  "tofu",
  "openssl",
  "ffmpeg",
  "go",
  "xset",
  "convert",
  "magick",
  "gcc",
  "clang",
]);

/** Programs with subcommands, and their options before the subcommand that take a value. */
export const SUBCOMMANDS: ReadonlyMap<string, RegExp> = new Map([
  ["git", /^(?:-[cC]|--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env|attr-source|list-cmds))$/],
  ["docker", /^(?:-[cHl]|--(?:config|context|host|log-level|tlscacert|tlscert|tlskey))$/],
  ["kubectl", /^(?:-[nsv]|--(?:namespace|context|cluster|kubeconfig|server|user|token|as))$/],
  ["npm", /^(?:-[Cw]|--(?:prefix|workspace|userconfig|registry|cache|loglevel|script-shell))$/],
]);

/** Other names of subcommands. */
const SAME_SUBCOMMANDS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  ["npm", "pnpm"].map((program) => [
    program,
    new Map([
      ...["i", "in", "ins", "inst", "insta", "instal", "isnt", "isntall", "add"].map((name) => [name, "install"] as const),
      ...["un", "unlink", "remove", "rm", "r"].map((name) => [name, "uninstall"] as const),
      ...["up", "upgrade", "udpate"].map((name) => [name, "update"] as const),
      ...["run-script", "rum", "urn"].map((name) => [name, "run"] as const),
      ...["t", "tst"].map((name) => [name, "test"] as const),
      ["x", "exec"],
      ["c", "config"],
      ["ic", "clean-install"],
    ]),
  ]),
);

export const subcommandName = (program: string, name: string): string => SAME_SUBCOMMANDS.get(program)?.get(name) ?? name;

/** Programs for which the list of options with a value is incomplete. */
export const OPEN_OPTIONS = new Set(["npm", "docker", "kubectl"]);

/** The long name of an option; several names, joined by `+`, if the option implies others. */
export const optionName = (program: string, subcommand: string, letter: string): string => {
  const names = NAMES.get(`${program} ${subcommand}`) ?? NAMES.get(program) ?? "";
  const found = names.split(" ").find((pair) => pair.startsWith(`${letter}=`));
  return found === undefined ? letter : found.slice(2);
};
