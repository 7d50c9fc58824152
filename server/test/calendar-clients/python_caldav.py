"""Runs python-caldav against a server and prints [name, passed, detail] of every check as JSON."""
import datetime
import json
import os
import sys
import uuid

import caldav

UTC = datetime.timezone.utc
SPECIAL = "100% 점심, ; \"x\" 🎉 <b>&amp;"
checks = []


def check(name, passed, detail=""):
    checks.append([name, bool(passed), str(detail)])


def guarded(name, work):
    try:
        return work()
    except Exception as error:  # Every failure is reported as a failed check.
        check(name, False, repr(error))
        return None


def text(kind, uid, *lines):
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "BEGIN:" + kind, "UID:" + uid, "DTSTAMP:20260101T000000Z"]
    return "\r\n".join([*head, *lines, "END:" + kind, "END:VCALENDAR", ""])


def escaped(value):
    return value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


client = caldav.DAVClient(url=os.environ["DAV_URL"], username=os.environ["DAV_USER"], password=os.environ["DAV_PASSWORD"])
principal = client.principal()
calendars = principal.calendars()
names = {str(each.name): each for each in calendars}
check("lists the calendars", {"Daymark", "Errands"} <= set(names), sorted(names))
check("a principal has addresses", guarded("addresses", lambda: principal.calendar_user_address_set()))
schedules, errands = names["Daymark"], names["Errands"]
for calendar, kind in ((schedules, "VEVENT"), (errands, "VTODO")):
    check(kind + " is supported", guarded("components", lambda: calendar.get_supported_components()) == [kind])

# Events
created = schedules.save_event(text("VEVENT", "py-1", "SUMMARY:" + escaped(SPECIAL), "LOCATION:Seoul", "DTSTART:20300301T090000Z", "DTEND:20300301T100000Z"))
found = schedules.event_by_uid("py-1")
check("an event is found by its UID", found.vobject_instance.vevent.summary.value == SPECIAL, found.data)
window = dict(start=datetime.datetime(2030, 3, 1, tzinfo=UTC), end=datetime.datetime(2030, 3, 2, tzinfo=UTC))
check("an event is found by time", len(schedules.date_search(**window)) == 1)
check("and not at other times", len(schedules.date_search(start=datetime.datetime(2030, 4, 1, tzinfo=UTC), end=datetime.datetime(2030, 4, 2, tzinfo=UTC))) == 0)
token = schedules.objects_by_sync_token().sync_token
found.vobject_instance.vevent.summary.value = "바뀜 🍜"
found.save()
check("an edit is stored", schedules.event_by_uid("py-1").vobject_instance.vevent.summary.value == "바뀜 🍜")
check("and keeps the location", "LOCATION:Seoul" in schedules.event_by_uid("py-1").data)
changed = schedules.objects_by_sync_token(sync_token=token, load_objects=True)
check("the sync reports the edit", [each.data is not None for each in changed] == [True], list(changed))
schedules.save_event(text("VEVENT", "py-2", "SUMMARY:Daily", "DTSTART;TZID=Europe/Berlin:20300401T090000", "DTEND;TZID=Europe/Berlin:20300401T093000", "RRULE:FREQ=DAILY;COUNT=5", "EXDATE;TZID=Europe/Berlin:20300403T090000"))
expanded = schedules.date_search(start=datetime.datetime(2030, 4, 1, tzinfo=UTC), end=datetime.datetime(2030, 4, 10, tzinfo=UTC), expand=True)
starts = sorted(str(event.dtstart.value) for each in expanded for event in each.vobject_instance.vevent_list)
check("a series is expanded in UTC, without the deleted occurrence", starts == ["2030-04-%02d 07:00:00+00:00" % day for day in (1, 2, 4, 5)], starts)
busy = guarded("free-busy", lambda: schedules.freebusy_request(window["start"], window["end"]))
check("free-busy times are reported", busy is not None and "20300301T090000Z/20300301T100000Z" in busy.data, busy and busy.data)
try:
    schedules.save_event(text("VEVENT", "py-1", "SUMMARY:Other", "DTSTART:20300301T090000Z"), no_overwrite=True)
    check("no_overwrite is respected", False)
except caldav.lib.error.ConsistencyError:
    check("no_overwrite is respected", True)
for each in ("py-1", "py-2"):
    schedules.event_by_uid(each).delete()
check("deleted events are gone", all(guarded_uid is None for guarded_uid in [next((e for e in schedules.events() if e.data and ("UID:" + uid) in e.data), None) for uid in ("py-1", "py-2")]))
gone = schedules.objects_by_sync_token(sync_token=token, load_objects=False)
check("the sync reports deleted events", len(list(gone)) >= 1)

# Tasks
errands.save_todo(text("VTODO", "py-child", "SUMMARY:Child", "RELATED-TO:py-parent"))
errands.save_todo(text("VTODO", "py-parent", "SUMMARY:" + escaped(SPECIAL), "DUE;VALUE=DATE:20300401", "PRIORITY:1", "CATEGORIES:home,unknown"))
check("open tasks are listed", sorted(each.vobject_instance.vtodo.uid.value for each in errands.todos()) == ["py-child", "py-parent"])
parent = errands.todo_by_uid("py-parent")
parent.complete()
check("a completed task is no longer open", [each.vobject_instance.vtodo.uid.value for each in errands.todos()] == ["py-child"])
check("and is listed with completed ones", len(errands.todos(include_completed=True)) == 2)
check("it is complete", "STATUS:COMPLETED" in errands.todo_by_uid("py-parent").data)
check("categories are kept", "home" in errands.todo_by_uid("py-parent").data and "unknown" in errands.todo_by_uid("py-parent").data)

# Lists
made = principal.make_calendar(name="Made by python-caldav", cal_id=str(uuid.uuid4()), supported_calendar_component_set=["VTODO"])
check("a list is created", "Made by python-caldav" in [str(each.name) for each in principal.calendars()])
made.save_todo(text("VTODO", "py-made", "SUMMARY:In the new list"))
check("and takes tasks", len(made.todos()) == 1)
made.todo_by_uid("py-made").delete()
made.delete()
check("an empty list can be deleted", "Made by python-caldav" not in [str(each.name) for each in principal.calendars()])
try:
    names["Shared with me"].save_event(text("VEVENT", "py-ro", "SUMMARY:x", "DTSTART:20300301T090000Z"))
    check("the shared calendar cannot be written", False)
except caldav.lib.error.DAVError:
    check("the shared calendar cannot be written", True)
for each in ("py-child", "py-parent"):
    errands.todo_by_uid(each).delete()
json.dump(checks, sys.stdout)
