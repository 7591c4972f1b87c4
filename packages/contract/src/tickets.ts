import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { JiraIssue } from './jira.ts'
import { Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** An issue in a connected service, such as Jira or GitHub. */
export const Ticket = named('Ticket', {
  /** Id of the integration. */
  tracker: z.string(),
  ...JiraIssue.shape,
})
export type Ticket = z.infer<typeof Ticket>

const Tracker = z.object({ id: z.string(), name: z.string() })

const path = '/api/v1/accounts/{accountUuid}/projects/{projectUuid}/tickets'

export const tickets = endpoints({
  trackers: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/trackers',
    permission: 'reports.read',
    summary: 'Connected services that can have issues of at least some projects of the account',
    responses: { 200: z.object({ trackers: z.array(Tracker) }) },
  },
  list: {
    method: 'GET',
    path,
    permission: 'reports.read',
    summary:
      'Connected services that can have issues of a project, with its issues, newest first, at most 1,000 each',
    responses: {
      200: z.object({
        trackers: z.array(Tracker),
        tickets: z.array(Ticket),
      }),
    },
  },
  create: {
    method: 'POST',
    path,
    permission: 'reports.edit',
    summary:
      'Create the issue for an upgrade or a vulnerability in a connected service; 200 with the existing one, if any',
    body: z.object({
      /** Id of the integration: jira or repository-issues. */
      tracker: z.string().trim().min(1).max(50),
      branch: z.string().trim().min(1).max(250).optional(),
      ecosystem: z.string().trim().min(1).max(50),
      packageName: z.string().trim().min(1).max(500),
      advisoryUuid: Uuid.optional(),
    }),
    errors: ['notConfigured'],
    responses: { 200: Ticket, 201: Ticket },
  },
})
