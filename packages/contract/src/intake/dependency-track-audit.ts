import { z } from 'zod'
import type { EndpointGroup } from '../endpoint.ts'
import { AnalysisInput } from './dependency-track-inputs.ts'
import { Analysis } from './dependency-track-objects.ts'
import { Uuid } from '../vocabulary.ts'

/** Dependency-Track's record of what people decided about a finding. */
export const analysisCalls = {
  analysis: {
    method: 'GET',
    path: '/api/v1/analysis',
    permission: 'reports.read',
    summary: 'The state of a finding with its comments',
    query: z.object({ project: Uuid, component: Uuid, vulnerability: Uuid }),
    errors: ['notFound'],
    responses: { 200: Analysis },
  },
  recordAnalysis: {
    method: 'PUT',
    path: '/api/v1/analysis',
    permission: 'policies.create',
    summary: 'Set the state of a finding, or comment on it',
    body: AnalysisInput,
    errors: ['notFound'],
    responses: { 200: Analysis },
  },
} as const satisfies EndpointGroup
