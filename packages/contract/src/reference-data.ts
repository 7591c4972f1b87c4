import { z } from 'zod'
import { endpoints } from './endpoint.ts'

export const plans = {
  opensource: 'For open source projects',
  professional: 'For one team',
  enterprise: 'For organizations',
} as const
export const planNames = [
  'opensource',
  'professional',
  'enterprise',
] as const satisfies (keyof typeof plans)[]

export const accountProperties = {
  autogroupings: 'Email domains whose users can join automatically, with their role and team',
  experimental: 'Experimental features',
  logo: 'The picture on reports, a PNG or JPEG: {"image": "data:image/png;base64,…"}',
} as const

export const teamProperties = {
  notifications: 'Where the team is notified of new findings',
} as const

const Entries = z.array(z.object({ name: z.string(), description: z.string() }))

/** Reference lists, and usage. */
export const referenceData = endpoints({
  features: {
    method: 'GET',
    path: '/api/v1/admin/ag/features',
    permission: 'member',
    summary: 'All features',
    responses: { 200: Entries },
  },
  plans: {
    method: 'GET',
    path: '/api/v1/admin/ag/plans',
    permission: 'member',
    summary: 'All plans',
    responses: { 200: Entries },
  },
  accountProperties: {
    method: 'GET',
    path: '/api/v1/admin/ag/account-properties',
    permission: 'member',
    summary: 'Known account properties; others can be stored as well',
    responses: { 200: Entries },
  },
  teamProperties: {
    method: 'GET',
    path: '/api/v1/admin/ag/team-properties',
    permission: 'member',
    summary: 'Known team properties; others can be stored as well',
    responses: { 200: Entries },
  },
  siteStats: {
    method: 'GET',
    path: '/api/v1/admin/ag/site-stats',
    permission: 'configuration.read',
    summary: 'Usage of the account; for the operator, of the whole installation',
    responses: {
      200: z
        .object({ accounts: z.int(), members: z.int(), teams: z.int(), projects: z.int(), scans: z.int() })
        .meta({ id: 'SiteStats' }),
    },
  },
  languages: {
    method: 'GET',
    path: '/api/v1/admin/core/languages',
    permission: 'member',
    summary:
      'Languages whose components a tool scans: BOSS (repositories, the default) or BOSSC (images); for ISAAC the kinds of infrastructure as code. Empty for other tools',
    query: z.object({
      tool: z
        .string()
        .trim()
        .toUpperCase()
        .max(20)
        .transform((tool) => (tool === '' ? 'BOSS' : tool))
        .default('BOSS'),
    }),
    responses: { 200: z.array(z.string()) },
  },
  componentLanguages: {
    method: 'GET',
    path: '/api/v1/componentpedia/supported_languages',
    permission: 'member',
    summary: 'Languages whose components have a registry page',
    responses: { 200: z.array(z.string()) },
  },
  scopes: {
    method: 'GET',
    path: '/api/v1/admin/core/scopes',
    permission: 'member',
    summary: 'Scopes of components, as used in reports',
    responses: { 200: z.array(z.string()) },
  },
  planIllustration: {
    method: 'GET',
    path: '/plans/{name}-plan-illustration.json',
    permission: 'public',
    summary: 'The icon of a plan: SVG paths and their view box',
    errors: ['notFound'],
    responses: {
      200: z
        .object({ name: z.string(), viewBox: z.string(), paths: z.array(z.string()) })
        .meta({ id: 'PlanIllustration' }),
    },
  },
})
