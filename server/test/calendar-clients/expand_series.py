"""Reads [text, from, to] for each series as JSON and prints the starts of its occurrences in UTC, as another calendar program computes them."""
import datetime
import json
import sys

import icalendar
import recurring_ical_events

UTC = datetime.timezone.utc
out = []
for text, start, end in json.load(sys.stdin):
    calendar = icalendar.Calendar.from_ical(text)
    window = [datetime.datetime.fromtimestamp(each / 1000, UTC) for each in (start, end)]
    found = recurring_ical_events.of(calendar).between(*window)
    starts = set()
    for event in found:
        at = event["DTSTART"].dt
        if not isinstance(at, datetime.datetime):
            at = datetime.datetime.combine(at, datetime.time(), UTC)
        starts.add(int(at.timestamp() * 1000))
    out.append(sorted(each for each in starts if start <= each < end))
json.dump(out, sys.stdout)
