# Creates in the new folder $1 a repository with staged changes, one without changes, and the remote of both.
mkdir -p "$1" && cd "$1" || exit 1
export HOME=$1 GIT_CONFIG_NOSYSTEM=1
git config --global user.name ada
git config --global user.email ada@example.org
git config --global protocol.file.allow always
git init -q -b main changed
git init -q --bare -b main there
cd changed || exit 1
cp ../.gitconfig .git/identity
git config include.path identity
for name in x y a foo; do echo foo > $name; done
git add . && git commit -qm one
git remote add origin /tmp/there
git push -q ../there main
git fetch -q ../there main:refs/remotes/origin/main
git branch x
git checkout -qb topic && git branch -qu origin/main
echo two >> x && git commit -qam two
git bisect start HEAD HEAD~1
cd ..
cp -a changed committed
cd committed || exit 1
git bisect reset
git submodule add -q "$1/there" sub && git commit -qm sub
git remote set-url origin ssh://host/x
cd ../changed || exit 1
echo three >> x && git add x && echo four >> y
