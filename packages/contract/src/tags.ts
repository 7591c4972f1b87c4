import { z } from 'zod'
import { nameOf } from './name.ts'
import { endpoints } from './endpoint.ts'
import { messages } from './problem.ts'
import { Uuid, someOf } from './vocabulary.ts'
import { named } from './named.ts'

/** Filters are comma-separated lists, so tags cannot contain commas. */
export const TagName = nameOf(100, messages.missingParameters).regex(
  /^[^,]*$/,
  'A tag cannot contain a comma',
)

export const Tag = named('Tag', {
  uuid: Uuid,
  name: z.string(),
  /** Projects with this tag that are visible to the caller. */
  projects: z.array(Uuid),
})

const Projects = z.array(Uuid).max(10_000)

export const tags = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/me/tags',
    permission: 'tags.read',
    summary: 'All tags with their projects',
    responses: { 200: z.array(Tag) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/accounts/me/tags/{tagName}',
    permission: 'tags.read',
    summary: 'The projects of a tag, by tag name',
    responses: { 200: z.object({ projects: z.array(Uuid) }) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/accounts/me/tags',
    permission: 'tags.create',
    summary: 'Create a tag, or use the existing one with that name; the given projects become its projects',
    body: z.object({ name: TagName, projects: Projects.optional() }),
    responses: { 200: Tag },
  },
  update: {
    method: 'POST',
    path: '/api/v1/accounts/me/tags/{tagUuid}',
    permission: 'tags.edit',
    summary: 'Rename a tag or set its projects; omitted fields keep their value',
    body: someOf(z.object({ name: TagName.optional(), projects: Projects.optional() })),
    errors: ['tagExists'],
    responses: { 200: Tag },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/me/tags/{tagUuid}',
    permission: 'tags.delete',
    summary: 'Delete a tag',
    responses: { 200: z.object({}) },
  },
})
