import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid, someOf } from './vocabulary.ts'

/** The lists whose criteria can be saved. */
export const viewedLists = [
  'dashboard',
  'fixes',
  'overdue',
  'vulnerabilities',
  'components',
  'licenses',
  'projects',
] as const
export type ViewedList = (typeof viewedLists)[number]

const maxCriteria = 30

/** The parameters of the page's address, as they stand there. */
const Criteria = z
  .record(z.string().min(1).max(50), z.string().max(2000))
  .refine((criteria) => Object.keys(criteria).length <= maxCriteria, `At most ${maxCriteria} criteria`)

const fields = {
  name: z.string().trim().min(1, 'The name is missing').max(100),
  criteria: Criteria,
  /** The team that sees it; the account's UUID stands for all members, null for nobody but its creator. */
  teamUuid: Uuid.nullable(),
}

export const SavedView = z
  .object({
    uuid: Uuid,
    list: z.enum(viewedLists),
    ...fields,
    isOwn: z.boolean(),
    /** The creator's name; null once they have left the account. */
    createdBy: z.string().nullable(),
    /** Whether the caller may rename, update, share and delete it. */
    canEdit: z.boolean(),
    createdAt: EpochMs,
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.infer<typeof SavedView>

/**
 * Criteria of a list by name. Sharing takes 'reports.edit' in the team, or in the account for all members; whoever has
 * 'reports.delete' there edits the shared views of others, too.
 */
export const savedViews = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/me/views',
    permission: 'session',
    summary: 'Your saved views, and those that are shared with you',
    responses: { 200: z.array(SavedView) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/accounts/me/views',
    permission: 'session',
    summary: 'Save the criteria of a list as a view',
    body: z.object({
      ...fields,
      list: z.enum(viewedLists),
      teamUuid: fields.teamUuid.default(null),
    }),
    errors: ['viewExists'],
    responses: { 200: SavedView },
  },
  update: {
    method: 'POST',
    path: '/api/v1/accounts/me/views/{viewUuid}',
    permission: 'session',
    summary: 'Rename, update or share a saved view; omitted fields keep their value',
    body: someOf(z.object(fields).partial()),
    errors: ['viewExists'],
    responses: { 200: SavedView },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/me/views/{viewUuid}',
    permission: 'session',
    summary: 'Delete a saved view',
    responses: { 200: z.object({}) },
  },
})
