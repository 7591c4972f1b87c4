import { z } from 'zod'
import { nameOf } from './name.ts'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid, someOf } from './vocabulary.ts'
import { named } from './named.ts'

/** Lists whose filters can be saved. */
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

/** Query parameters of the page. */
const Criteria = z
  .record(z.string().min(1).max(50), z.string().max(2000))
  .refine((criteria) => Object.keys(criteria).length <= maxCriteria, `At most ${maxCriteria} criteria`)

const fields = {
  name: nameOf(100, 'The name is missing'),
  criteria: Criteria,
  /** The team it is shared with; the account's UUID shares it with all members, null with nobody. */
  teamUuid: Uuid.nullable(),
}

export const SavedView = named('SavedView', {
  uuid: Uuid,
  list: z.enum(viewedLists),
  ...fields,
  isOwn: z.boolean(),
  /** The creator's name; null if they have left the account. */
  createdBy: z.string().nullable(),
  /** Whether the caller may rename, update, share and delete it. */
  canEdit: z.boolean(),
  createdAt: EpochMs,
})
export type SavedView = z.infer<typeof SavedView>

/**
 * Named filters of lists. Sharing requires 'reports.edit' in the team, or in the account for all members. With
 * 'reports.delete', shared views of others can be edited, too.
 */
export const savedViews = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/me/views',
    permission: 'session',
    summary: 'Your saved views, and those shared with you',
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
