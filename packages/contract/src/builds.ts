import { z } from 'zod'
import { Coverage, Measured } from './coverage.ts'
import { endpoints, eventStream } from './endpoint.ts'
import { ProjectUrl } from './project-url.ts'
import { BranchName, ParseIssue, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** What triggered a build. */
export const buildSources = ['upload', 'builds', 'pull', 'rescan'] as const
export type BuildSource = (typeof buildSources)[number]

export const BuildState = z.enum(['preparing', 'queued', 'scanning', 'success', 'failed'])
export type BuildState = z.infer<typeof BuildState>

/** Clients expect exactly one key "uuid" (the project's) and scores as strings of digits. */
export const Build = named('Build', {
  id: Uuid,
  status: BuildState,
  reason: z.string().nullable(),
  account_uuid: Uuid,
  uuid: Uuid,
  branch: z.string(),
  reportUuid: Uuid.nullable(),
  /** Infrastructure-as-code results; absent without any. */
  isaacReportUuid: Uuid.optional(),
  security: z.string().nullable(),
  stability: z.string().nullable(),
  licensing: z.string().nullable(),
  outcome: z.string().nullable(),
  /** What the scan and its advisory data prove, whatever was declared. */
  computedOutcome: z.string().nullable(),
  /** What the scan checked; null without scores. */
  coverage: Coverage.nullable(),
  measured: Measured.nullable(),
  issues: z.array(ParseIssue),
})
export type Build = z.infer<typeof Build>

export const builds = endpoints({
  create: {
    method: 'POST',
    path: '/api/v1/builds',
    permission: 'reports.edit',
    summary: 'Create a build; only the Location header names it',
    body: z.object({ branch: BranchName, url: ProjectUrl }),
    responses: { 200: z.object({}) },
  },
  submit: {
    method: 'PUT',
    path: '/api/v1/builds/{id}/dependencies',
    permission: 'reports.edit',
    summary:
      'Add the dependencies of one language, one name,version per line, or any JSON document accepted by uploads, such as SARIF',
    body: z.object({
      content: z.string(),
      language: z.string().trim().min(1).max(50),
      path: z.string().max(1000).default('/?format=csv'),
    }),
    errors: ['buildStarted', 'unreadableDocument'],
    responses: { 200: z.object({ accepted: z.int() }) },
  },
  start: {
    method: 'POST',
    path: '/api/v1/builds/{id}/start',
    permission: 'reports.edit',
    summary: 'Start the scan of a build, or repeat a failed one while its branch has no newer scan',
    query: z.object({ force: z.string().optional(), scopes: z.string().optional() }),
    errors: ['nothingSubmitted', 'buildSuperseded'],
    responses: { 200: Build },
  },
  get: {
    method: 'GET',
    path: '/api/v1/builds/{id}',
    permission: 'reports.read',
    summary: 'The state of a build, with its scores once it has succeeded',
    responses: { 200: Build },
  },
  lastOfToken: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/tokens/{tokenUuid}/last-build',
    permission: 'reports.read',
    summary: 'The newest build that an API token submitted; null before the first',
    responses: { 200: z.object({ build: Build.nullable() }) },
  },
  events: {
    method: 'GET',
    path: '/api/v1/builds/{id}/events',
    permission: 'reports.read',
    summary: 'The state of a build as server-sent events, until it has ended',
    errors: ['tooManyStreams'],
    responses: { 200: eventStream(Build) },
  },
})
