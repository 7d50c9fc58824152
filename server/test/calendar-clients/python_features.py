"""Tries the features of python-caldav's compatibility table on a server, with its client. Prints {feature: result} as JSON."""
import datetime
import json
import os
import re
import sys

import caldav
from caldav.elements import dav, ical

UTC = datetime.timezone.utc
YEAR = datetime.datetime.now(UTC).year + 1
client = caldav.DAVClient(url=os.environ["DAV_URL"], username=os.environ["DAV_USER"], password=os.environ["DAV_PASSWORD"])
results = {}


def feature(name):
    """Runs the decorated probe at once. A probe returns True or None for full support, else False or what differs."""

    def run(probe):
        try:
            found = probe()
            results[name] = "full" if found in (True, None) else "unsupported" if found is False else str(found)
        except Exception as error:  # Servers that answer with an error are "ungraceful" in the table.
            results[name] = "ungraceful: " + repr(error)[:200]

    return run


def text(kind, uid, *lines):
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "BEGIN:" + kind, "UID:" + uid, "DTSTAMP:20260101T000000Z"]
    return "\r\n".join([*head, *lines, "END:" + kind, "END:VCALENDAR", ""])


def put(calendar, uid, data):
    answer = client.put(str(calendar.url.join(uid + ".ics")), data, {"Content-Type": "text/calendar; charset=utf-8"})
    if answer.status not in (200, 201, 204):
        raise caldav.lib.error.PutError("%s %s" % (answer.status, answer.raw))
    return answer


def get(calendar, uid):
    return raw(client.request(str(calendar.url.join(uid + ".ics")), "GET"))


def raw(answer):
    return answer.raw.decode() if isinstance(answer.raw, bytes) else answer.raw


def remove(calendar, *uids):
    for uid in uids:
        client.delete(str(calendar.url.join(uid + ".ics")))


def query(calendar, component, inner="", data="<C:calendar-data/>"):
    """Returns the data of the objects that a calendar-query finds, without filtering or expansion by the library."""
    within = '<C:comp-filter name="%s">%s</C:comp-filter>' % (component, inner) if component else inner
    body = (
        '<?xml version="1.0" encoding="utf-8"?><C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">'
        "<D:prop><D:getetag/>%s</D:prop><C:filter><C:comp-filter name=\"VCALENDAR\">%s</C:comp-filter></C:filter></C:calendar-query>"
    ) % (data, within)
    answer = client.report(str(calendar.url), body, 1)
    if answer.status != 207:
        raise caldav.lib.error.ReportError("%s %s" % (answer.status, answer.raw))
    found = [each.text for each in answer.tree.iter("{urn:ietf:params:xml:ns:caldav}calendar-data")]
    return [each.replace("\r\n ", "") for each in found if each]


def uids(found):
    return sorted({uid for each in found for uid in re.findall(r"^UID:(\S+)", each, re.M)})


def span(start, end):
    return '<C:time-range start="%s" end="%s"/>' % (start, end)


def match(name, value, collation="i;ascii-casemap"):
    return '<C:prop-filter name="%s"><C:text-match collation="%s">%s</C:text-match></C:prop-filter>' % (name, collation, value)


def missing(name):
    return '<C:prop-filter name="%s"><C:is-not-defined/></C:prop-filter>' % name


principal = client.principal()
calendars = {str(each.name): each for each in principal.calendars()}
events, tasks = calendars["Daymark"], calendars["Errands"]
day = lambda month, date, hour=0: "%d%02d%02dT%02d0000Z" % (YEAR, month, date, hour)
january = span(day(1, 1), day(2, 1))

results["get-current-user-principal"] = "full" if principal.url else "unsupported"
feature("get-current-user-principal.has-calendar")(lambda: len(calendars) > 0)
PROPFIND = '<?xml version="1.0"?><D:propfind xmlns:D="DAV:">%s</D:propfind>'
feature("propfind")(lambda: client.propfind(principal.url, PROPFIND % "<D:prop><D:resourcetype/></D:prop>").status == 207)
feature("propfind.allprop")(lambda: client.propfind(principal.url, PROPFIND % "<D:allprop/>").status == 207)
feature("propfind.allprop.resourcetype")(lambda: "resourcetype" in raw(client.propfind(principal.url, PROPFIND % "<D:allprop/>")))


@feature("www-authenticate")
def probe():
    answer = caldav.DAVClient(url=os.environ["DAV_URL"]).session.request("PROPFIND", os.environ["DAV_URL"])
    return answer.status_code == 401 and answer.headers["WWW-Authenticate"].startswith("Basic ")


# Collections
LIST = "csc-list"


@feature("create-calendar.auto")
def probe():
    try:
        caldav.Calendar(client, url=events.url.join("../this-should-not-exist/")).todos()
        return "full, which is not expected"
    except caldav.lib.error.NotFoundError:
        return True


@feature("create-calendar")
def probe():
    made = principal.make_calendar(cal_id=LIST)
    made.todos()
    return True


@feature("delete-calendar")
def probe():
    made = principal.calendar(cal_id=LIST)
    made.delete()
    try:
        made.todos()
        return "still there"
    except caldav.lib.error.NotFoundError:
        return True


@feature("delete-calendar.free-namespace")
def probe():
    principal.make_calendar(cal_id=LIST).delete()


@feature("create-calendar.set-displayname")
def probe():
    made = principal.make_calendar(cal_id=LIST, name="csc unique name")
    results["create-calendar.set-displayname.stable-url"] = "full" if LIST in str(made.url) else "unsupported"
    return [str(each.name) for each in principal.calendars()].count("csc unique name") == 1


made = principal.calendar(cal_id=LIST)


def property_of(element, first, second):
    values = []
    for value in (first, second):
        made.set_properties([element(value)])
        values.append(made.get_properties([element()]).get(element.tag))
    return values == [first, second] or (len(set(values)) == 2 and None not in values) or "stored %s" % values


feature("calendar-color")(lambda: property_of(ical.CalendarColor, "blue", "green"))
feature("calendar-color.hex")(lambda: property_of(ical.CalendarColor, "#FF0000FF", "#00FF00FF"))
feature("calendar-order")(lambda: property_of(ical.CalendarOrder, "12", "34"))
feature("create-calendar.rename")(lambda: property_of(dav.DisplayName, "one", "two"))

# Objects
put(events, "csc_simple", text("VEVENT", "csc_simple", "SUMMARY:simple event with a start and an end", "DTSTART:" + day(1, 1, 12), "DTEND:" + day(1, 1, 13)))
results["save-load.event"] = "full" if "UID:csc_simple" in get(events, "csc_simple") else "broken"
put(events, "csc_categories", text("VEVENT", "csc_categories", "SUMMARY:with categories", "CATEGORIES:hands,feet,head", "DTSTART:" + day(1, 7, 12), "DTEND:" + day(1, 7, 13)))
put(events, "csc_class", text("VEVENT", "csc_class", "SUMMARY:with a class", "CLASS:CONFIDENTIAL", "DTSTART:" + day(1, 8, 12), "DTEND:" + day(1, 8, 13)))
put(events, "csc_duration", text("VEVENT", "csc_duration", "SUMMARY:with a duration", "DTSTART:" + day(1, 9, 12), "DURATION:PT3H"))
put(events, "csc_alarm", text("VEVENT", "csc_alarm", "SUMMARY:with an alarm", "DTSTART:" + day(6, 10, 12), "DTEND:" + day(6, 10, 13), "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-PT15M", "END:VALARM"))
put(events, "csc_old", text("VEVENT", "csc_old", "SUMMARY:old", "DTSTART:20000101T120000Z", "DTEND:20000101T130000Z"))
put(tasks, "csc_task", text("VTODO", "csc_task", "SUMMARY:simple task", "CATEGORIES:chore", "DTSTART:" + day(1, 9, 12), "DUE:" + day(1, 9, 13)))
put(tasks, "csc_old_task", text("VTODO", "csc_old_task", "SUMMARY:old", "DTSTART:20000109T120000Z", "DUE:20000109T130000Z"))
results["save-load.todo"] = "full" if "UID:csc_task" in get(tasks, "csc_task") else "broken"


@feature("save-load.event.without-summary")
def probe():
    put(events, "csc_nameless", text("VEVENT", "csc_nameless", "DTSTART:" + day(5, 1, 12), "DTEND:" + day(5, 1, 13)))
    data = get(events, "csc_nameless")
    remove(events, "csc_nameless")
    return "UID:csc_nameless" in data and "SUMMARY" not in data or data


@feature("save-load.event.timezone")
def probe():
    put(events, "csc_zone", text("VEVENT", "csc_zone", "SUMMARY:z", "DTSTART;TZID=Asia/Seoul:%d0501T090000" % YEAR, "DTEND;TZID=Asia/Seoul:%d0501T100000" % YEAR))
    data = get(events, "csc_zone")
    remove(events, "csc_zone")
    return "TZID=Asia/Seoul:%d0501T090000" % YEAR in data


put(events, "csc_monthly", text("VEVENT", "csc_monthly", "SUMMARY:monthly", "DTSTART:" + day(1, 12, 12), "DTEND:" + day(1, 12, 13), "RRULE:FREQ=MONTHLY"))
results["save-load.event.recurrences"] = "full" if "RRULE:FREQ=MONTHLY" in get(events, "csc_monthly") else "broken"
put(events, "csc_counted", text("VEVENT", "csc_counted", "SUMMARY:counted", "DTSTART:" + day(7, 12, 12), "DTEND:" + day(7, 12, 13), "RRULE:FREQ=DAILY;COUNT=3"))
results["save-load.event.recurrences.count"] = "full" if "COUNT=3" in get(events, "csc_counted") else "broken"


def exception(uid, *sequence):
    one = text("VEVENT", uid, "SUMMARY:Monthly", "DTSTART:" + day(1, 13, 12), "DTEND:" + day(1, 13, 13), "RRULE:FREQ=MONTHLY", *sequence)
    other = text("VEVENT", uid, "RECURRENCE-ID:" + day(2, 13, 12), "SUMMARY:Different", "DTSTART:" + day(2, 13, 12), "DTEND:" + day(2, 13, 13), *sequence)
    return one.replace("END:VCALENDAR\r\n", "") + other[other.index("BEGIN:VEVENT"):]


put(events, "csc_exception", exception("csc_exception"))
results["save-load.event.recurrences.exception"] = "full" if get(events, "csc_exception").count("BEGIN:VEVENT") == 2 else "broken"
put(events, "csc_sequence", exception("csc_sequence", "SEQUENCE:1"))
put(tasks, "csc_repeating", text("VTODO", "csc_repeating", "SUMMARY:monthly", "DTSTART:" + day(1, 12, 12), "DUE:" + day(1, 12, 13), "RRULE:FREQ=MONTHLY"))
results["save-load.todo.recurrences"] = "full" if "RRULE:FREQ=MONTHLY" in get(tasks, "csc_repeating") else "broken"
put(tasks, "csc_weekly", text("VTODO", "csc_weekly", "DTSTART:%d1016T065500Z" % YEAR, "STATUS:NEEDS-ACTION", "DURATION:PT10M", "SUMMARY:Three times", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3", "PRIORITY:3"))
results["save-load.todo.recurrences.count"] = "full" if "COUNT=3" in get(tasks, "csc_weekly") else "broken"


@feature("save-load.todo.mixed-calendar")
def probe():
    put(events, "csc_mixed", text("VTODO", "csc_mixed", "SUMMARY:x"))


@feature("save-load.journal")
def probe():
    put(events, "csc_journal", text("VJOURNAL", "csc_journal", "SUMMARY:x", "DTSTART;VALUE=DATE:%d0101" % YEAR))


feature("save-load.get-by-url")(lambda: "csc_simple" in raw(client.request(str(events.event_by_uid("csc_simple").url), "GET")))
feature("save-load.stable-url")(lambda: str(events.event_by_uid("csc_simple").url) == str(events.url.join("csc_simple.ics")))


@feature("save-load.mutable")
def probe():
    put(events, "csc_simple", get(events, "csc_simple").replace("simple event", "changed event"))
    changed = "changed event" in get(events, "csc_simple")
    put(events, "csc_simple", get(events, "csc_simple").replace("changed event", "simple event"))
    return changed


@feature("save-load.mutable.if-match-optional")
def probe():
    for _ in range(3):
        put(events, "csc_blind", text("VEVENT", "csc_blind", "SUMMARY:x", "DTSTART:" + day(8, 1, 12)))
    remove(events, "csc_blind")


@feature("save-load.mutable.attendee-partstat")
def probe():
    data = text("VEVENT", "csc_partstat", "SUMMARY:x", "DTSTART:" + day(8, 2, 12), "ATTENDEE;PARTSTAT=TENTATIVE:mailto:a@example.org")
    put(events, "csc_partstat", data)
    put(events, "csc_partstat", data.replace("TENTATIVE", "ACCEPTED"))
    accepted = "ACCEPTED" in get(events, "csc_partstat")
    remove(events, "csc_partstat")
    return accepted


@feature("save-load.put-etag")
def probe():
    answer = put(events, "csc_etag", text("VEVENT", "csc_etag", "SUMMARY:x", "DTSTART:" + day(8, 3, 12), "DTEND:" + day(8, 3, 13)))
    head = client.request(str(events.url.join("csc_etag.ics")), "GET")
    remove(events, "csc_etag")
    return answer.headers.get("ETag") == head.headers["ETag"] or "PUT %s, GET %s" % (answer.headers.get("ETag"), head.headers["ETag"])


@feature("save-load.url-quoting")
def probe():
    url = str(events.url) + "a%20b%40%C3%A9%25.ics"
    answer = client.put(url, text("VEVENT", "csc_quoting", "SUMMARY:x", "DTSTART:" + day(8, 4, 12)), {"Content-Type": "text/calendar"})
    found = events.event_by_uid("csc_quoting")
    seen = client.request(str(found.url), "GET").status
    found.delete()
    return answer.status == 201 and seen == 200


@feature("non-existing")
def probe():
    return client.request(str(events.url.join("nothing.ics")), "GET").status == 404


@feature("save.duplicate-uid.cross-calendar")
def probe():
    put(made, "csc_task", text("VTODO", "csc_task", "SUMMARY:other", "DUE:" + day(1, 9, 13)))
    separate = "simple task" in get(tasks, "csc_task") and "other" in get(made, "csc_task")
    remove(made, "csc_task")
    return separate


# Searches
feature("search.comp-type")(lambda: all("BEGIN:VEVENT" in each for each in query(events, "VEVENT")) and query(events, "VTODO") == [] and len(query(tasks, "VTODO")) == 4)
feature("search.comp-type.optional")(lambda: len(query(events, "")) == len(query(events, "VEVENT")) > 0)
feature("search.unlimited-time-range")(lambda: {"csc_old", "csc_simple"} <= set(uids(query(events, "VEVENT"))))
feature("search.time-range.event")(lambda: "csc_simple" in uids(query(events, "VEVENT", january)))
feature("search.time-range.event.old-dates")(lambda: uids(query(events, "VEVENT", span("20000101T000000Z", "20000102T000000Z"))) == ["csc_old"])
feature("search.time-range.todo")(lambda: "csc_task" in uids(query(tasks, "VTODO", january)))
feature("search.time-range.todo.old-dates")(lambda: uids(query(tasks, "VTODO", span("20000109T000000Z", "20000110T000000Z"))) == ["csc_old_task"])
feature("search.time-range.accurate")(lambda: uids(query(events, "VEVENT", span(day(1, 1), day(1, 3)))) == ["csc_simple"])
feature("search.time-range.open.start")(lambda: "csc_old" in uids(query(events, "VEVENT", '<C:time-range end="20000102T000000Z"/>')))
feature("search.time-range.open.end")(lambda: {"csc_simple", "csc_monthly"} <= set(uids(query(events, "VEVENT", '<C:time-range start="%s"/>' % day(1, 1)))))
feature("search.time-range.open.start.duration")(lambda: "csc_duration" in uids(query(events, "VEVENT", '<C:time-range end="%s"/>' % day(1, 20))))
feature("search.time-range.alarm")(lambda: [uids(query(events, "VEVENT", '<C:comp-filter name="VALARM">%s</C:comp-filter>' % span(day(6, 10, start), day(6, 10, start + 1)))) for start in (11, 12)] == [["csc_alarm"], []])
feature("search.time-range.comp-type-optional")(lambda: "csc_simple" in uids(query(events, "", january)))
feature("search.is-not-defined.category")(lambda: "csc_categories" not in uids(query(events, "VEVENT", missing("CATEGORIES"))) and "csc_simple" in uids(query(events, "VEVENT", missing("CATEGORIES"))))
feature("search.is-not-defined.class")(lambda: "csc_class" not in uids(query(events, "VEVENT", missing("CLASS"))) and "csc_simple" in uids(query(events, "VEVENT", missing("CLASS"))))
feature("search.is-not-defined.dtend")(lambda: "csc_duration" in uids(query(events, "VEVENT", missing("DTEND"))) and "csc_simple" not in uids(query(events, "VEVENT", missing("DTEND"))))
feature("search.text")(lambda: uids(query(events, "VEVENT", match("SUMMARY", "simple event with a start and an end"))) == ["csc_simple"])
feature("search.text.substring")(lambda: uids(query(events, "VEVENT", match("SUMMARY", "simple ev"))) == ["csc_simple"])
feature("search.text.case-sensitive")(lambda: [len(query(events, "VEVENT", match("SUMMARY", word + " event", "i;octet"))) for word in ("Simple", "simple")] == [0, 1])
feature("search.text.case-insensitive")(lambda: len(query(events, "VEVENT", match("SUMMARY", "SIMPLE EVENT"))) == 1)
feature("search.text.category")(lambda: uids(query(events, "VEVENT", match("CATEGORIES", "hands"))) == ["csc_categories"])
feature("search.text.category.substring")(lambda: uids(query(events, "VEVENT", match("CATEGORIES", "han"))) == ["csc_categories"])
feature("search.text.comp-type-optional")(lambda: uids(query(events, "", match("CATEGORIES", "hands"))) == ["csc_categories"])
feature("search.text.by-uid")(lambda: uids(query(events, "VEVENT", match("UID", "csc_simple", "i;octet"))) == ["csc_simple"])
feature("search.combined-is-logical-and")(lambda: [len(query(events, "VEVENT", span(day(1, 1), day(1, end)) + match("CATEGORIES", "hands"))) for end in (13, 6)] == [1, 0])
feature("search.recurrences.includes-implicit.event")(lambda: "csc_monthly" in uids(query(events, "VEVENT", span(day(3, 12), day(3, 13)))))
feature("search.recurrences.includes-implicit.todo")(lambda: "csc_repeating" in uids(query(tasks, "VTODO", span(day(3, 12), day(3, 13)))))
feature("search.recurrences.includes-implicit.todo.pending")(lambda: "csc_repeating" in uids(query(tasks, "VTODO", span(day(3, 12), day(3, 13)) + missing("COMPLETED") + missing("STATUS"))))
feature("search.recurrences.includes-implicit.infinite-scope")(lambda: "csc_monthly" in uids(query(events, "VEVENT", span("%d0312T000000Z" % (YEAR + 80), "%d0313T000000Z" % (YEAR + 80)))))


def expanded(calendar, component, uid, month, last):
    bounds = 'start="%s" end="%s"' % (day(month, 1), day(last, 1))
    found = query(calendar, component, "<C:time-range %s/>" % bounds, "<C:calendar-data><C:expand %s/></C:calendar-data>" % bounds)
    return [part for each in found for part in re.findall(r"BEGIN:%s\r?\n.*?END:%s" % (component, component), each, re.S) if "UID:" + uid + "\r" in part or "UID:" + uid + "\n" in part]


feature("search.recurrences.expanded.event")(lambda: [("RRULE" in each, "RECURRENCE-ID" in each) for each in expanded(events, "VEVENT", "csc_monthly", 2, 4)] == [(False, True)] * 2)
feature("search.recurrences.expanded.todo")(lambda: [("RRULE" in each, "RECURRENCE-ID" in each) for each in expanded(tasks, "VTODO", "csc_repeating", 2, 4)] == [(False, True)] * 2)
feature("search.recurrences.expanded.exception")(lambda: all([re.search("SUMMARY:(.*?)\r?\n", each).group(1) for each in expanded(events, "VEVENT", uid, 2, 4)] == ["Different", "Monthly"] for uid in ("csc_exception", "csc_sequence")))


# Sync, free-busy, people, scheduling
@feature("sync-token")
def probe():
    token = events.objects_by_sync_token().sync_token
    none = list(events.objects_by_sync_token(sync_token=token))
    put(events, "csc_sync", text("VEVENT", "csc_sync", "SUMMARY:x", "DTSTART:" + day(9, 1, 12)))
    added = [str(each.url).rsplit("/", 1)[1] for each in events.objects_by_sync_token(sync_token=token)]
    return none == [] and added == ["csc_sync.ics"] or "%s %s" % (none, added)


@feature("sync-token.delete")
def probe():
    token = events.objects_by_sync_token().sync_token
    remove(events, "csc_sync")
    gone = list(events.objects_by_sync_token(sync_token=token))
    return len(gone) == 1


feature("freebusy-query.rfc4791")(lambda: "FREEBUSY" in events.freebusy_request(datetime.datetime(YEAR, 1, 1, tzinfo=UTC), datetime.datetime(YEAR, 1, 2, tzinfo=UTC)).data)
SEARCH = '<?xml version="1.0"?><D:principal-property-search xmlns:D="DAV:">%s<D:prop><D:displayname/></D:prop></D:principal-property-search>'


def people(inner):
    answer = client.report(os.environ["DAV_URL"], SEARCH % inner, 0)
    if answer.status != 207:
        raise caldav.lib.error.ReportError(str(answer.status))
    return str(principal.url.path).rstrip("/") in raw(answer)


name = str(principal.get_properties([dav.DisplayName()]).get(dav.DisplayName.tag))
feature("principal-search.by-name.self")(lambda: people("<D:property-search><D:prop><D:displayname/></D:prop><D:match>%s</D:match></D:property-search>" % name))
feature("principal-search.list-all")(lambda: people(""))
feature("scheduling.calendar-user-address-set")(lambda: len(principal.calendar_user_address_set()) > 0)
feature("scheduling")(lambda: "calendar-auto-schedule" in client.request(str(principal.url), "OPTIONS").headers.get("DAV", ""))

for calendar in (events, tasks, made):
    for each in calendar.objects_by_sync_token():
        each.delete()
made.delete()
json.dump(results, sys.stdout, indent=1)
