import { z } from 'zod'
import { type EndpointGroup, text } from '../endpoint.ts'
import { FindingsQuery, LoginInput, pageQuery, queryFlag } from './dependency-track-inputs.ts'
import { Finding, GroupedFinding, SearchResult, Violation } from './dependency-track-objects.ts'

const search = {
  method: 'GET',
  permission: 'projects.read',
  query: z.object({ query: z.string().max(255).default('') }),
  responses: { 200: SearchResult },
} as const

/** Calls about all versions at once, and the login. */
export const portfolioCalls = {
  portfolioFindings: {
    method: 'GET',
    path: '/api/v1/finding',
    permission: 'insights.read',
    summary: 'Findings of all versions, most severe first, in pages',
    query: z.object({ ...pageQuery, ...FindingsQuery }),
    responses: { 200: z.array(Finding) },
  },
  groupedFindings: {
    method: 'GET',
    path: '/api/v1/finding/grouped',
    permission: 'insights.read',
    summary: 'Vulnerabilities of all versions with the number of their versions, in pages',
    query: z.object({ ...pageQuery, ...FindingsQuery }),
    responses: { 200: z.array(GroupedFinding) },
  },
  portfolioViolations: {
    method: 'GET',
    path: '/api/v1/violation',
    permission: 'insights.read',
    summary: 'Policy violations of all versions, in pages',
    query: z.object({ ...pageQuery, suppressed: queryFlag, showInactive: queryFlag }),
    responses: { 200: z.array(Violation) },
  },
  search: { ...search, path: '/api/v1/search', summary: 'Find projects, components and vulnerabilities' },
  searchProjects: { ...search, path: '/api/v1/search/project', summary: 'Find versions of projects' },
  searchComponents: { ...search, path: '/api/v1/search/component', summary: 'Find components' },
  searchVulnerabilities: {
    ...search,
    path: '/api/v1/search/vulnerability',
    summary: 'Find a vulnerability by its id',
  },
  searchLicenses: { ...search, path: '/api/v1/search/license', summary: 'Find licenses' },
  login: {
    method: 'POST',
    path: '/api/v1/user/login',
    permission: 'public',
    acceptsOtherSites: 'It answers with a token that the other site cannot read, and sets no cookie',
    summary: 'A token for a password; members with a second factor are refused',
    body: LoginInput,
    errors: ['wrongCredentials', 'memberInactive', 'tooManyAttempts'],
    responses: { 200: text() },
  },
} as const satisfies EndpointGroup
