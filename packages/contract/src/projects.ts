import { z } from 'zod'
import { endpoints, eventStream } from './endpoint.ts'
import { TagName } from './tags.ts'
import { BranchName, ProjectUrl, Uuid } from './vocabulary.ts'

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
    summary: 'How many projects the caller may see',
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
    summary: 'Make a project for a url; the one that is there already is returned',
    body: z.object({
      url: ProjectUrl,
      name: z.string().trim().min(1).max(200).optional(),
      teamUuid: Uuid.optional(),
      tags: z.array(TagName).max(50).optional(),
    }),
    responses: { 200: Project },
  },
})

export const BuildState = z.enum(['preparing', 'queued', 'scanning', 'success', 'failed'])

/** Clients look for the one key "uuid" (the project's) and scores as strings of digits. */
export const Build = z
  .object({
    id: Uuid,
    status: BuildState,
    reason: z.string().nullable(),
    account_uuid: Uuid,
    uuid: Uuid,
    branch: z.string(),
    reportUuid: Uuid.nullable(),
    security: z.string().nullable(),
    stability: z.string().nullable(),
    licensing: z.string().nullable(),
    outcome: z.string().nullable(),
    issues: z.array(z.object({ code: z.string(), message: z.string(), where: z.string() })),
  })
  .meta({ id: 'Build' })
export type Build = z.infer<typeof Build>

export const builds = endpoints({
  create: {
    method: 'POST',
    path: '/api/v1/builds',
    permission: 'reports.edit',
    summary: 'Begin a build; the Location header and nothing else names it',
    body: z.object({ branch: BranchName, url: ProjectUrl }),
    responses: { 200: z.object({}) },
  },
  submit: {
    method: 'PUT',
    path: '/api/v1/builds/{id}/dependencies',
    permission: 'reports.edit',
    summary: 'Add the dependencies of one language, a line each: name,version',
    body: z.object({
      content: z.string(),
      language: z.string().trim().min(1).max(50),
      path: z.string().max(1000).default('/?format=csv'),
    }),
    responses: { 200: z.object({ accepted: z.int() }) },
  },
  start: {
    method: 'POST',
    path: '/api/v1/builds/{id}/start',
    permission: 'reports.edit',
    summary: 'Scan what was submitted',
    query: z.object({ force: z.string().optional(), scopes: z.string().optional() }),
    responses: { 200: Build },
  },
  get: {
    method: 'GET',
    path: '/api/v1/builds/{id}',
    permission: 'reports.read',
    summary: 'How far a build is, and its scores when it has succeeded',
    responses: { 200: Build },
  },
  events: {
    method: 'GET',
    path: '/api/v1/builds/{id}/events',
    permission: 'reports.read',
    summary: 'The build as it is now and after each change, until it has ended',
    responses: { 200: eventStream(Build) },
  },
})
