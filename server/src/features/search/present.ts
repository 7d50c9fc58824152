import type { SearchHit } from '@daymark/contract/search/search'
import { isTitleRank } from '@daymark/contract/search/search-text'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { dateText } from '../planning/schedules/all-day/dates.ts'
import type { Hit, Moment } from './hit.ts'

export const presentHit = ({ kind, rank, item, excerpt }: Hit, viewerId: string, zone: Zone): SearchHit => ({
  kind,
  id: item.id,
  title: item.title,
  excerpt,
  matched: isTitleRank(rank) ? 'title' : 'description',
  owner_id: item.owner_id,
  is_shared: kind !== 'person' && item.owner_id !== viewerId,
  status: item.status,
  start: presentMoment(item.start, zone),
  end: presentMoment(item.end, zone),
  is_series: item.is_series,
  tag_ids: [...item.tag_ids],
  created_at: zone.format(item.created_at),
})

function presentMoment(moment: Moment, zone: Zone): string | null {
  if (moment === null) return null
  if ('at' in moment) return zone.format(moment.at)
  return typeof moment.date === 'string' ? moment.date : dateText(moment.date)
}
