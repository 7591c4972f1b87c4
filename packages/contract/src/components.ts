import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { Copyright, License } from './licenses.ts'
import { Advice } from './report.ts'
import { WireSeverity } from './vocabulary.ts'

/** An advice for one version, without a project. */
export const ComponentAdvice = Advice.omit({
  evidence: true,
  introducedAt: true,
  vex: true,
  exclusions: true,
})
  .extend({ active: z.boolean() })
  .meta({ id: 'ComponentAdvice' })

/** Languages are wire names ('nodejs') or ecosystem names ('npm'). '|' stands for '/' in a name. */
export const components = endpoints({
  advices: {
    method: 'GET',
    path: '/api/v1/dependency/{language}/{name}/{version}',
    permission: 'member',
    summary:
      'Advisories that affect one version of a package; empty if there are none, an error if the advisory data is insufficient to tell',
    query: z.object({ severity: WireSeverity.optional(), cve: z.string().trim().max(100).optional() }),
    errors: ['advisoriesIncomplete'],
    responses: { 200: z.array(ComponentAdvice) },
  },
  next: {
    method: 'GET',
    path: '/api/v1/dependency/{language}/{name}/{version}/next',
    permission: 'member',
    summary:
      'The newest patch, minor and major release without known advisories; if releases are unknown, selected from the fixed versions of advisories; an error if the advisory data is insufficient to tell',
    errors: ['advisoriesIncomplete'],
    responses: {
      200: z
        .object({
          latestPatch: z.string().nullable(),
          latestMinor: z.string().nullable(),
          latestMajor: z.string().nullable(),
        })
        .meta({ id: 'NextVersions' }),
    },
  },
  registryWebUrl: {
    method: 'GET',
    path: '/api/v1/components/{language}/{name}/{version}/registryWebUrl',
    permission: 'member',
    summary: 'The web page of a version in its registry; null if there is none',
    responses: { 200: z.object({ url: z.string().nullable() }) },
  },
  licenses: {
    method: 'GET',
    path: '/api/v1/licenses/library/{language}/{name}/{version}',
    permission: 'reports.read',
    summary:
      'Licenses of one version of a package: from an override, visible inventories or the registry, in this order. Empty if it has none; 404 if the component is unknown',
    responses: { 200: z.array(License) },
  },
  copyright: {
    method: 'GET',
    path: '/api/v1/licenses/library/{language}/{name}/{version}/copyright',
    permission: 'reports.read',
    summary:
      'Copyright of one version of a package: from an override, visible inventories or the registry, in this order. An empty body if unknown',
    responses: { 200: z.union([Copyright, z.literal('')]) },
  },
  findLicenses: {
    method: 'GET',
    path: '/api/v1/licenses',
    permission: 'member',
    summary: 'Search SPDX licenses by id or name; at most 100 results',
    query: z.object({ query: z.string().trim().max(200).default('') }),
    responses: { 200: z.array(License) },
  },
})
