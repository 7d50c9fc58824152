// These English words determine whether a phrase is a date.

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export const DAY =
  '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)'
/** Matches "noon" in "every Tuesday noon", but not in "every Tuesday noon concert". */
const NOON = 'noon\\b(?=\\s*(?:$|[,;:)!?–-]|(?:to|until|till|for|at|with|in)\\b))'
/** Matches the beginning of a time. */
export const CLOCK = `(?:(?:at|from|@) ?(?:\\d|noon\\b)|${NOON}|\\d{1,2}(?::\\d{2}|(?:[-–]| to )noon\\b|(?:(?:[-–]| to )\\d{1,2})? ?[ap]\\.?m\\b))`

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** These words begin a new phrase, so a date before them is complete. */
export const CONNECTORS = words(
  'at on by with about for to in from and before after re via because if when until so but then every starting due near between @',
)

/** A date after one of these words belongs to the title: "notes from Monday", "prepare for tomorrow". */
export const NOT_BEFORE = words(
  "for from of about around since until till before after the a an my our your his her their its last past than vs versus or and to in like is was not no this that these those what why how when where who if as with without between during per every each another any some all via except but it's i i'm",
)

/** These words form a name with the weekday after them, such as "Black Friday". */
export const BEFORE_WEEKDAY = words(
  'black good cyber ash palm easter freaky ruby super giving casual bloody fat blue throwback taco shrove holy maundy whit manic stormy meatless wordless small business given second third fourth lazy gloomy happy girl man his joe stir-up thirsty mad humpday first flashback motivation friday monday tuesday wednesday thursday saturday sunday bluey next mr mr. mrs mrs. ms ms. miss dr dr. sir detective',
)

/** Adjectives before a day make it part of a name: "Beautiful Sunday", "a better tomorrow". */
export const ADJECTIVES = words(
  'beautiful lovely perfect sunny rainy stormy quiet busy bright brighter better dark cold hot long low mellow sad sweet wild new good',
)

/** After a date or recurrence at the start of the line, these words continue a sentence or a name: "Today is hard". */
export const NOT_AFTER_FIRST = words(
  'is was i show never will has had people and or in of the a an my our we you it counts he she they s x by vs at on with for to people life carry matters could can may might must should would belongs knows starts ends part',
)

/** A date before one of these verbs is when to do it: "friday call Dan", "next week send the invoices". */
export const VERBS =
  /^[,:]? (?:(?:call|text|email|meet|book|visit) (?!list|log|sheet|club|notes?|report|summary|center|centre|fair)\p{L}|(?:ask|bring|buy|cancel|clean|drop off|feed|finish|fix|get|pay|pick up|prepare|renew|return|send|submit|take|tell|wash|write)\b(?!['’-]| \p{L}+ing\b))/u
