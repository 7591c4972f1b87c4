import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { named } from './named.ts'

export const DemoProgress = named('DemoProgress', {
  state: z.enum(['none', 'loading', 'loaded', 'failed']),
  /** Number of scans. */
  done: z.int(),
  all: z.int(),
})
export type DemoProgress = z.infer<typeof DemoProgress>

/** Demo data: one year of a fictional company, for an account without projects. */
export const demo = endpoints({
  progress: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/demo',
    permission: 'account.read',
    summary: 'Progress of loading the demo data',
    responses: { 200: DemoProgress },
  },
  load: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/demo',
    permission: 'configuration.edit',
    repeatable: 'one demo is loaded at a time, into an account without projects',
    summary: 'Load the demo data; 409 if the account has projects',
    errors: ['accountNotEmpty'],
    responses: { 202: DemoProgress },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/demo',
    permission: 'configuration.edit',
    summary: 'Remove the demo data: its projects, exclusions and empty teams; 409 while it is loaded',
    errors: ['demoLoading', 'onHold'],
    responses: { 200: z.object({ projects: z.int() }) },
  },
})
