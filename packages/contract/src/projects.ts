import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { TagName } from './tags.ts'
import { ProjectUrl, Uuid } from './vocabulary.ts'

export const Project = z
  .object({
    uuid: Uuid,
    url: z.string(),
    name: z.string(),
    branches: z.array(z.string()),
    tags: z.array(z.string()),
    teamUuid: Uuid.nullable(),
  })
  .meta({ id: 'Project' })

export const projects = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/projects',
    permission: 'projects.read',
    summary: 'All projects that the caller may see',
    responses: { 200: z.array(Project) },
  },
  count: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/projects/count',
    permission: 'projects.read',
    summary: 'The number of projects visible to the caller',
    responses: { 200: z.object({ count: z.int() }) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}',
    permission: 'projects.read',
    summary: 'One project',
    responses: { 200: Project },
  },
  create: {
    method: 'POST',
    path: '/api/v1/projects',
    permission: 'projects.edit',
    summary: 'Create a project for a url; an existing one is returned',
    body: z.object({
      url: ProjectUrl,
      name: z.string().trim().min(1).max(200).optional(),
      teamUuid: Uuid.optional(),
      tags: z.array(TagName).max(50).optional(),
    }),
    responses: { 200: Project },
  },
})
