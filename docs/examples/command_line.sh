# What tasks are there, and what does one look like?
topple list phyre off_the_ledge | head -n 5
topple show 00002:023

# Attempts, one JSON object to a line.
echo '{"task": "00002:023", "action": [0.86354, 0.74712, 0.55624]}' | topple simulate

# A film of one.
topple show 00002:023 --action 0.86354 0.74712 0.55624 -o attempt.gif
