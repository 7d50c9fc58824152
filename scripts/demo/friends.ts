import { POLL } from './data.ts'
import { FRIENDS, type World } from './world.ts'

export async function befriend({ people }: World): Promise<void> {
  const { client } = people.Jonas
  const { friend_code } = await client.users.me()
  for (const friend of [people.Mina, people.Sofia]) {
    const request = await friend.client.friends.request({ body: { friend_code } })
    if ('id' in request) await client.friends.accept({ params: { friendship_id: request.id } })
  }
}

/** Returns the meeting's id. */
export async function createPoll({ people, today, zone }: World): Promise<string> {
  const first = today.add({ days: 1 })
  const { id: meeting_id } = await people.Jonas.client.meetings.create({
    body: {
      title: POLL.title,
      start_date: first.toString(),
      end_date: first.add({ days: POLL.days - 1 }).toString(),
      available_days: [0, 1, 2, 3, 4, 5, 6],
      start_time: POLL.from,
      end_time: POLL.to,
      time_slot_minutes: 30,
      timezone: zone,
      visibility: FRIENDS,
    },
  })
  const params = { meeting_id }
  for (const [index, [display_name, { client }]] of Object.entries(people).entries()) {
    const { id } = await client.meetings.participate({ params, body: { display_name } })
    const body = [1, 2, 3].map(day => ({
      slot_date: first.add({ days: day }).toString(),
      start_time: `${18 + ((day + index) % 2)}:00:00`,
      end_time: `${20 + ((day * index) % 2)}:30:00`,
    }))
    await client.meetings.setAvailability({ params, query: { participant_id: id }, body })
  }
  return meeting_id
}
