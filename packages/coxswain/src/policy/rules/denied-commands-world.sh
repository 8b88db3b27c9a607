# Runs inside bubblewrap: creates the files of a row, runs it, and prints the result. $1: the files, $2: the row.
cd /work
mkdir -p /home/ada/{.ssh,bin,x} /root/.ssh
for home in /home/ada /root; do for name in id_rsa id_ed25519 config; do echo secret > $home/.ssh/$name; done; done
cp /tmp/stage/recorders/rm /home/ada/bin/rm
export HOME=/home/ada CALLS=/tmp/calls LC_ALL=C TERM=dumb SHELL=/bin/bash USER=ada
export PATH=/tmp/stage/recorders:/tmp/stage/programs:/usr/sbin:/usr/bin:/bin
case $1 in
  files)
    for name in x y a f key -rf; do printf '%s\n' x a foo > ./$name; done
    touch victim
    cp /tmp/stage/recorders/rm ./rm
    printf 'all:\n\techo x | cat\n' > Makefile ;;
  folders)
    mkdir x y a victim src
    echo x | tee victim/x > x/file
    head -c 2000000 /dev/zero > y/big ;;
  archive)
    echo y > y
    tar cf x y ;;
  changed | committed)
    PATH=/tmp/stage/recorders:/usr/sbin:/usr/bin:/bin
    cp -a /tmp/stage/repository/$1/. .
    cp -a /tmp/stage/repository/there /tmp
    git config --global safe.directory '*'
    export GIT_TRACE=/tmp/trace FILTER_BRANCH_SQUELCH_WARNING=1 ;;
esac
find . -maxdepth 1 -path './[^.]*' | sort > /tmp/before
find /home/ada/.ssh /root/.ssh -type f -exec touch -a -d @0 {} +
yes y 2> /dev/null | head -20 > /tmp/answers
export ROW=$2
case $1 in
  changed | committed)
    # It waits two seconds where its input ends.
    mkfifo /tmp/typed; exec 8<> /tmp/typed; cat /tmp/answers >&8
    timeout -s KILL 5 script -qec 'exec bash -c "$ROW"' /tmp/output <&8 8>&- > /dev/null 2>&1
    exec 8>&- ;;
  typed) printf '%s\n' "$ROW" "$ROW" true | timeout -s KILL 2 bash --norc -i > /tmp/output 2>&1 ;;
  *) timeout -s KILL 2 bash -c "$ROW" < /tmp/answers > /tmp/output 2>&1 ;;
esac
mkfifo /tmp/never; exec 9<> /tmp/never
# Processes that outlive the shell have one second.
for ((turn = 0; turn < 50; turn++)); do
  others=0
  for process in /proc/[0-9]*; do [[ ${process#/proc/} != 1 && ${process#/proc/} != $$ ]] && others=1; done
  ((others)) || break
  read -rt 0.02 -u 9
done
for name in /home/ada/.ssh/{id_rsa,id_ed25519,config} /root/.ssh/{id_rsa,id_ed25519,config}; do
  [[ $(stat -c %X $name 2> /dev/null) == 0 ]] || echo '!secret'
done
for name in $(< /tmp/before); do [[ ! -e $name ]] && echo '!removed'; done
grep -qE 'Network is unreachable|ENETUNREACH' /tmp/output && echo '!dialled'
sed -nE "s/.*built-in: git push/git push/p" /tmp/trace 2> /dev/null | tr ' ' '\t'
cat /tmp/calls 2> /dev/null
exit 0
