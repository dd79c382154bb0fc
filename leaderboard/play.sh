#!/bin/sh
# Play our cheap agents on some tasks of every protocol; about ten minutes of one core.
#   sh leaderboard/play.sh FOLDER        run folders, named AGENT.PROTOCOL
# Full rows: leave out --limit and add --fold all.
set -u
out=${1:?a folder for the runs}
limit=${LIMIT:-20}

play() { # AGENT PROTOCOL [options]
  agent=$1 protocol=$2
  shift 2
  case $agent in topple/*) who=--model ;; *) who=--agent ;; esac
  topple eval "$protocol" $who "$agent" "$@" --limit "$limit" \
    --out "$out/$(basename "$agent").$protocol" >/dev/null || echo "not played: $agent $protocol"
}

for protocol in phyre-b-within phyre-b-cross phyre-2b-within phyre-2b-cross \
  iphyre-within iphyre-cross iphyre-basic-to-all kinetix-s kinetix-m kinetix-l phyq-broad phyq-local \
  phyq-people pool-puzzles pool-puzzles-cross pool-nine-ball pool-nine-ball-shaky rope-within \
  rope-cross rope-packs; do
  play random $protocol
  play solution $protocol
done
for protocol in phyre-b-within phyre-b-cross; do
  play memory $protocol --set actions=100
  play oracle $protocol --set actions=100
done
for agent in pig-shooter datalab-like eagles-wing-like bambirds-like; do
  play $agent phyq-broad
  play $agent phyq-local
done
for agent in pool-hard-centre pool-aimed-random pool-ghost-ball pool-mock pool-planner; do
  play $agent pool-nine-ball
done
for agent in rope-random rope-mock rope-planner; do play $agent rope-packs; done
play kinetix-nothing kinetix-s
play kinetix-planner kinetix-s
play topple/random-valid deepphy-phyre
