import { Readable } from 'node:stream'
import type { guestRoutes } from '@daymark/contract/meetings/guests'
import type { meetingRoutes } from '@daymark/contract/meetings/meetings'
import type { FileAnswer, Handlers } from '../../../platform/kernel/route-handlers.ts'
import { keepPrivate } from '../../meetings/guests/routes.ts'
import type { MeetingFile, MeetingFileService } from './service.ts'

export const meetingFileHandlers = (
  files: MeetingFileService,
): Pick<Handlers<typeof meetingRoutes>, 'ics'> => ({
  ics: async ({ actor, params }) => answerOf(await files.ofMember(actor, params.meeting_id)),
})

export const guestFileHandlers = (files: MeetingFileService): Pick<Handlers<typeof guestRoutes>, 'ics'> => ({
  ics: async ({ params, setHeader }) => {
    keepPrivate(setHeader)
    return answerOf(await files.ofGuest(params.link))
  },
})

const answerOf = ({ title, text }: MeetingFile): FileAnswer => ({
  name: `${title}.ics`,
  content: Readable.from([Buffer.from(text)]),
})
