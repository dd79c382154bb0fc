#!/bin/sh
# Play our cheap agents again: all tasks of fold 0 where that is quick, LIMIT tasks elsewhere.
#   sh leaderboard/play.sh FOLDER        run folders, named AGENT.PROTOCOL; about 20 minutes of a core
# Full rows of the others: LIMIT=100000 sh leaderboard/play.sh FOLDER, which takes hours.
set -u
out=${1:?a folder for the runs}
limit=${LIMIT:-20}

play() { # AGENT PROTOCOL [options]
  agent=$1 protocol=$2
  shift 2
  case $agent in topple/*) who=--model ;; *) who=--agent ;; esac
  topple eval "$protocol" $who "$agent" "$@" \
    --out "$out/$(basename "$agent").$protocol" >/dev/null || echo "not played: $agent $protocol"
}

for protocol in phyre-b-within phyre-b-cross phyre-2b-within phyre-2b-cross phyq-broad phyq-local phyq-people; do
  play random $protocol --limit "$limit"
  play solution $protocol --limit "$limit"
done
for protocol in phyre-b-within phyre-b-cross; do
  play memory $protocol --set actions=100 --limit "$limit"
  play oracle $protocol --set actions=100 --limit "$limit"
done
for agent in pig-shooter datalab-like eagles-wing-like bambirds-like; do
  play $agent phyq-broad --limit "$limit"
  play $agent phyq-local --limit "$limit"
done
play topple/random-valid deepphy-phyre --limit "$limit"
for asked in yesno confidence ranking sanity; do play topple/random-valid physiq-$asked --limit 50; done
for protocol in iphyre-within iphyre-cross iphyre-basic-to-all kinetix-s kinetix-m kinetix-l pool-puzzles \
  pool-puzzles-cross pool-nine-ball pool-nine-ball-shaky rope-within rope-cross rope-packs; do
  play random $protocol
  play solution $protocol
done
play oracle iphyre-basic-to-all --set actions=100
for agent in pool-hard-centre pool-aimed-random pool-ghost-ball pool-mock pool-planner; do
  play $agent pool-nine-ball
done
for agent in rope-random rope-mock rope-planner; do play $agent rope-packs; done
for protocol in kinetix-s kinetix-m kinetix-l; do play kinetix-nothing $protocol; done
play kinetix-planner kinetix-s
