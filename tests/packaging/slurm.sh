#!/bin/bash
# slurm.sh STIFFBENCH SCRATCH: starts munged, slurmctld and slurmd on this machine, with private
# folders and on 127.0.0.1 alone; submits a sweep, kills one of its tasks, submits again, and
# compares the merged records with those of a single process. Exits with 77 where Slurm is missing.
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
readonly stiffbench=$1 scratch=$2 out="$2/out of 'it'"
PATH=$PATH:/usr/sbin:/sbin
daemons=()

skip() {
  echo "skipped: $*"
  exit 77
}

stop() {  # jobs, then daemons, the last one first
  local i
  [[ ! -S $scratch/munge/socket ]] || timeout 10 scancel --full --me 2> /dev/null || true
  for ((i = ${#daemons[@]} - 1; i >= 0; --i)); do
    kill "${daemons[i]}" 2> /dev/null || true
    wait "${daemons[i]}" 2> /dev/null || true
  done
}
trap stop EXIT

wait_for() {  # seconds, what, command: until it succeeds
  local -r end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" > /dev/null 2>&1; do
    ((SECONDS < end)) || return 1
    sleep 0.05
  done
}

start() {  # a daemon in the foreground of a process of its own
  "$@" > "$scratch/$(basename "$1").log" 2>&1 &
  daemons+=($!)
}

write_configuration() {
  local host user ports
  host=$(hostname -s) user=$(id -un)
  read -ra ports < <(node -e 'const n = require("net"), two = [0, 0].map(() => n.createServer().listen(0, "127.0.0.1"));
    setTimeout(() => { console.log(two.map(s => s.address().port).join(" ")); process.exit() }, 50)')
  cat > "$SLURM_CONF" << END
ClusterName=stiffbench
SlurmctldHost=$host(127.0.0.1)
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket=$scratch/munge/socket
CryptoType=crypto/munge
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=${ports[0]}
SlurmdPort=${ports[1]}
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
KillWait=1
SchedulerParameters=sched_interval=1,bf_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
}

start_cluster() {
  local command
  for command in munged slurmctld slurmd sbatch; do
    command -v $command > /dev/null || skip "no $command; ./bootstrap test installs Slurm"
  done
  rm -rf "$scratch"
  mkdir -p "$scratch"/{munge,state,spool}
  chmod 711 "$scratch/munge"
  export SLURM_CONF=$scratch/slurm.conf
  write_configuration
  head -c 1024 /dev/urandom > "$scratch/munge/key"
  chmod 600 "$scratch/munge/key"
  start munged --foreground --force --num-threads=1 --key-file="$scratch/munge/key" \
    --socket="$scratch/munge/socket" --pid-file="$scratch/munge/pid" \
    --log-file="$scratch/munge/log" --seed-file="$scratch/munge/seed"
  wait_for 10 munged test -S "$scratch/munge/socket" || skip "munged does not start: $(tail -n 1 "$scratch/munged.log")"
  start slurmctld -D
  start slurmd -D
  wait_for 20 slurmd idle_node ||
    skip "slurmd does not start: $(tail -n 1 "$scratch/slurmctld.log") $(tail -n 1 "$scratch/slurmd.log")"
}

idle_node() { [[ $(sinfo -h -o %t) == idle ]]; }
no_job() { [[ -z $(squeue -h) ]]; }
lines() { cat "$@" 2> /dev/null | wc -l; }
has_begun() { (($(lines "$out/shards/001/records.jsonl") >= 1)); }
ends() { wait_for 60 "the jobs" no_job || fail "jobs are still there: $(squeue)"; }

submit() {
  "$stiffbench" submit "$scratch/small.json" --slurm --array 2 --sbatch=--comment=passed_on \
    --out "$out" > "$scratch/submit.log" ||
    fail "submit: $(cat "$scratch/submit.log")"
  runs=$(awk '$2 == "runs" { print $1 }' "$scratch/submit.log")
}

same_records() {  # of two folders, but for times and machine
  node - "$1/records.jsonl" "$2/records.jsonl" << 'END'
const { readFileSync } = require("fs");
const [a, b] = process.argv.slice(2).map((file) =>
  readFileSync(file, "utf8").trim().split("\n").map((line) => {
    const { runtime, memory, environment, ...result } = JSON.parse(line);
    return JSON.stringify({ ...result, timed: runtime !== null });
  }).sort());
if (a.length !== 48) throw new Error(`${a.length} records`);
a.forEach((record, i) => { if (record !== b[i]) throw new Error(`${record}\nis not\n${b[i]}`); });
if (b.length !== a.length) throw new Error(`${b.length} records`);
END
}

start_cluster
export STIFFBENCH_CACHE=$scratch/cache
node > "$scratch/small.json" << 'END'
// The second problem's runs take longer, so that there is time to kill a task after first records.
const counts = (first) => Array.from({ length: 12 }, (_, i) => first + 1000 * i);
const methods = (problem, first) => ["velocity_verlet", "rk4"].map((name) =>
  ({ name, problems: [problem], counts: counts(first) }));
console.log(JSON.stringify({
  schema: "stiffbench.experiment/1", name: "small", title: "a test's own",
  problems: [{ name: "fput", parameters: { end_time: 10 } }, { name: "duffing_chain" }],
  integrators: [...methods("fput", 10000), ...methods("duffing_chain", 400000)], repeats: 1 }));
END

submit
[[ $(squeue -h -o %k | sort -u) == passed_on ]] || fail "an option was not passed on: $(squeue -o '%i %k')"
wait_for 60 "first runs" has_begun || fail "nothing runs: $(squeue) $(cat "$out"/cluster/*.log)"
scancel "${runs}_1"
ends
cp "$out/shards/001/records.jsonl" "$scratch/before.jsonl"
before=$(lines "$scratch/before.jsonl") merged=$(lines "$out/records.jsonl")
((before >= 1 && before < 24)) || fail 'the task was done before it was killed'
((merged == before + $(lines "$out/shards/002/records.jsonl"))) || fail "$merged records were merged"

submit
ends
cmp -n "$(stat -c %s "$scratch/before.jsonl")" "$scratch/before.jsonl" "$out/shards/001/records.jsonl" ||
  fail 'records of finished runs changed'
expect "24 runs: 24 reused" "$out/cluster/runs-${runs}_2.log"
"$stiffbench" run "$scratch/small.json" --out "$scratch/single" > "$scratch/single.log" 2>&1
same_records "$scratch/single" "$out"

# What cannot be submitted leaves nothing behind.
refused() {  # words, arguments
  local -r words=$1
  shift
  if "$stiffbench" submit "$scratch/small.json" --slurm "$@" > "$scratch/said" 2>&1; then
    fail "submit $* succeeded where it says: $words"
  fi
  expect "^stiffbench: .*$words" "$scratch/said"
  [[ $(wc -l < "$scratch/said") == 1 ]] || fail "more than one line: $(cat "$scratch/said")"
}
refused 'invalid partition' --partition nowhere --out "$scratch/new"
refused 'invalid account|Memory specification' --mem 999T --account nobody --out "$scratch/new"
refused 'give --array 2' --array 3 --out "$out"
[[ ! -e $scratch/new ]] || fail 'a refused submission left a folder'
no_job || fail "a refused submission left jobs: $(squeue)"
