// Shows the list of polls, or the poll in the URL.
import { useRoute } from 'wouter'
import { MeetingList } from './list.tsx'
import { OneMeeting } from './meeting.tsx'
import './meetings.css'

export default function Meetings() {
  const [isOne, params] = useRoute<{ id: string }>('/meetings/:id')
  return isOne ? <OneMeeting id={params.id} /> : <MeetingList />
}
