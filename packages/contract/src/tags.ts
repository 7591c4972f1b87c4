import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { messages } from './problem.ts'
import { Uuid } from './vocabulary.ts'

/** Filters are comma-separated lists. */
export const TagName = z
  .string(messages.missingParameters)
  .trim()
  .min(1, messages.missingParameters)
  .max(100)
  .regex(/^[^,]*$/, 'A tag has no comma')

export const Tag = z
  .object({
    uuid: Uuid,
    name: z.string(),
    /** Of the caller's projects, those that have it. */
    projects: z.array(Uuid),
  })
  .meta({ id: 'Tag' })

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
    summary: 'The projects of a tag, by its name',
    responses: { 200: z.object({ projects: z.array(Uuid) }) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/accounts/me/tags',
    permission: 'tags.create',
    summary: 'Make a tag; the one of that name that is there already is returned',
    body: z.object({ name: TagName }),
    responses: { 200: Tag },
  },
  update: {
    method: 'POST',
    path: '/api/v1/accounts/me/tags/{tagUuid}',
    permission: 'tags.edit',
    summary: 'Rename a tag, or say which projects have it; what is left out stays',
    body: z.object({ name: TagName.optional(), projects: z.array(Uuid).max(10_000).optional() }),
    responses: { 200: Tag },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/me/tags/{tagUuid}',
    permission: 'tags.delete',
    summary: 'Remove a tag from all projects',
    responses: { 200: z.object({}) },
  },
})
