// On which day the week begins where the reader lives.
interface WithWeekInfo {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** 0 is Sunday, as the calendar component counts. Browsers that do not know say Monday. */
export function firstDayOfWeek(language: string): number {
  const here = navigator.languages.find(each => each.startsWith(language)) ?? language
  const locale: WithWeekInfo = new Intl.Locale(here) as WithWeekInfo
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7
}
